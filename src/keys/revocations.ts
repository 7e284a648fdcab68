import type { Alcance } from '../contract/alcances.ts';
import type { FoundLlave, LlaveStore } from '../storage/port/accounts.ts';

export type Refusal = 'missing' | 'revoked' | 'expired' | 'scope' | 'inactive';

/** Why a key may no longer use this scope; null while it may. */
export const refusalOf = (
  found: FoundLlave | undefined,
  nowMs: number,
  alcance: Alcance,
): Refusal | null => {
  if (found === undefined) return 'missing';
  const { llave, activo } = found;
  if (llave.revocadaMs !== null) return 'revoked';
  if (llave.expiraMs !== null && llave.expiraMs <= nowMs) return 'expired';
  if (!activo) return 'inactive';
  return llave.alcances.includes(alcance) ? null : 'scope';
};

/** While the database does not answer, keys are judged as last read, so that expired ones are still refused. */
export const makeRevocationCheck = (llaves: Pick<LlaveStore, 'findByIds'>) => {
  let known: ReadonlyMap<string, FoundLlave> = new Map();
  let isAsking = false;

  return async (
    llaveIds: readonly string[],
    now: () => number,
    onRefused: (llaveId: string) => void,
  ): Promise<void> => {
    if (isAsking || llaveIds.length === 0) return;
    isAsking = true;
    const answer = await llaves.findByIds(llaveIds).catch(() => null);
    isAsking = false;
    known = answer ?? known;
    for (const id of llaveIds) {
      const isUnknown = answer === null && !known.has(id);
      if (!isUnknown && refusalOf(known.get(id), now(), 'stream.escuchar') !== null) onRefused(id);
    }
  };
};
