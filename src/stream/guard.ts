import type { Alcance } from '../contract/alcances.ts';
import type { FoundLlave, LlaveStore } from '../storage/port/accounts.ts';

const ALCANCE: Alcance = 'stream.escuchar';

/** Why a key may listen no longer; null while it may. */
export const refusalOf = (
  found: FoundLlave | undefined,
  nowMs: number,
): 'missing' | 'revoked' | 'expired' | 'scope' | 'inactive' | null => {
  if (found === undefined) return 'missing';
  const { llave, activo } = found;
  if (llave.revocadaMs !== null) return 'revoked';
  if (llave.expiraMs !== null && llave.expiraMs <= nowMs) return 'expired';
  if (!activo) return 'inactive';
  return llave.alcances.includes(ALCANCE) ? null : 'scope';
};

/**
 * Asks again and again whether the keys of open connections are still good. While the database does
 * not answer nothing new can be known, and connections stay; what ends by the clock ends by it.
 */
export const makeGuard = (llaves: Pick<LlaveStore, 'findByIds'>) => {
  let known = new Map<string, FoundLlave>();
  let isAsking = false;

  return async (
    llaveIds: readonly string[],
    now: () => number,
    onRefused: (llaveId: string) => void,
  ): Promise<void> => {
    if (isAsking || llaveIds.length === 0) return;
    isAsking = true;
    const refuse = (asked: ReadonlyMap<string, FoundLlave>, isComplete: boolean) => {
      for (const id of llaveIds) {
        const found = asked.get(id);
        if (!isComplete && found === undefined) continue;
        if (refusalOf(found, now()) !== null) onRefused(id);
      }
    };
    try {
      known = await llaves.findByIds(llaveIds);
      refuse(known, true);
    } catch {
      refuse(known, false);
    } finally {
      isAsking = false;
    }
  };
};
