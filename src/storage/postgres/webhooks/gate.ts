/** Lets so many through at a time; the others wait in line. */
export const makeGate = (most: number) => {
  const waiting: (() => void)[] = [];
  let inside = 0;

  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) inside -= 1;
    else next();
  };

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside < most) inside += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      leave();
    }
  };
};
