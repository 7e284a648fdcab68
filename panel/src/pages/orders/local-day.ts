/** How far a zone is ahead of UTC at a moment, in milliseconds. */
const offsetMs = (ms: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(ms);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(
    ...([part('year'), part('month') - 1, part('day')] as const),
    ...([part('hour'), part('minute'), part('second')] as const),
  );
  return local - Math.floor(ms / 1_000) * 1_000;
};

/**
 * The instant at which a local day begins. The offset is computed twice, since the first guess may lie on
 * the other side of a change of clocks.
 */
export const dayStart = (dia: string, timeZone: string, plusDays = 0): string | null => {
  const midnight = Date.parse(`${dia}T00:00:00Z`) + plusDays * 86_400_000;
  if (Number.isNaN(midnight)) return null;
  const guess = midnight - offsetMs(midnight, timeZone);
  return new Date(midnight - offsetMs(guess, timeZone)).toISOString();
};
