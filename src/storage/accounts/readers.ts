import type { Alcance } from '../../contract/alcances.ts';

/** Whether a reader may go on at this moment: null, or the error that tells its client why not. */
export type Standing = (nowMs: number, alcance: Alcance) => Error | null;

/** A holder of open streams and exports. */
export interface Reader {
  /** Connections count by it, over all processes and all kinds of readers. */
  budget: string;
  /** Names it to `standings`. */
  id: string;
  /** Reads the standing of each of these readers. All readers of a kind share the function, and so one query. */
  standings(ids: readonly string[]): Promise<ReadonlyMap<string, Standing>>;
}

/** Finds readers that may not go on. While the database does not answer, they are judged as last read: expired ones still end. */
export const makeReaderCheck = (alcance: Alcance) => {
  let known: ReadonlyMap<string, Standing> = new Map();
  let isAsking = false;

  /** The standings by budget; those that cannot be read stay as they were. */
  const ask = async (readers: readonly Reader[]): Promise<Map<string, Standing>> => {
    const asked = new Map<string, Standing>();
    const askKind = async (standings: Reader['standings'], ofKind: readonly Reader[]) => {
      const found = await standings(ofKind.map(({ id }) => id)).catch(() => null);
      for (const { budget, id } of ofKind) {
        const standing = found === null ? known.get(budget) : found.get(id);
        if (standing !== undefined) asked.set(budget, standing);
      }
    };
    const kinds = [...Map.groupBy(readers, ({ standings }) => standings)];
    await Promise.all(kinds.map(([standings, ofKind]) => askKind(standings, ofKind)));
    return asked;
  };

  return async (
    readers: readonly Reader[],
    now: () => number,
    onRefused: (budget: string) => void,
  ): Promise<void> => {
    if (isAsking || readers.length === 0) return;
    isAsking = true;
    known = await ask(readers);
    isAsking = false;
    for (const [budget, standing] of known) {
      if (standing(now(), alcance) !== null) onRefused(budget);
    }
  };
};
