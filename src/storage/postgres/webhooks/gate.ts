/** Who is let through first. What can wait never takes the last place. */
export type Urgency = 'soon' | 'whenever';

/** Lets so many through at a time; the others wait in line. */
export const makeGate = (most: number) => {
  const waiting: Record<Urgency, (() => void)[]> = { soon: [], whenever: [] };
  const inside: Record<Urgency, number> = { soon: 0, whenever: 0 };
  /** So that what is urgent finds a place although all else came first. */
  const leisurelyMost = Math.ceil(most / 4);

  const isFree = (urgency: Urgency): boolean =>
    inside.soon + inside.whenever < most && (urgency === 'soon' || inside.whenever < leisurelyMost);

  const admit = (): void => {
    for (const urgency of ['soon', 'whenever'] as const) {
      while (isFree(urgency)) {
        const next = waiting[urgency].shift();
        if (next === undefined) break;
        inside[urgency] += 1;
        next();
      }
    }
  };

  return async <T>(urgency: Urgency, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((resolve) => {
      waiting[urgency].push(resolve);
      admit();
    });
    try {
      return await work();
    } finally {
      inside[urgency] -= 1;
      admit();
    }
  };
};
