import type { Alcance } from '../contract/alcances.ts';
import type { LlaveStanding, LlaveStore } from '../storage/port/accounts.ts';

const ALCANCE: Alcance = 'stream.escuchar';

/** Why a key may listen no longer; null while it may. */
export const refusalOf = (
  standing: LlaveStanding | undefined,
  nowMs: number,
): 'missing' | 'revoked' | 'expired' | 'scope' | 'inactive' | null => {
  if (standing === undefined) return 'missing';
  const { llave, activo } = standing;
  if (llave.revocadaMs !== null) return 'revoked';
  if (llave.expiraMs !== null && llave.expiraMs <= nowMs) return 'expired';
  if (!activo) return 'inactive';
  return llave.alcances.includes(ALCANCE) ? null : 'scope';
};

/**
 * Asks again and again whether the keys of open connections are still good. While the database does
 * not answer nothing new can be known, and connections stay; what ends by the clock ends by it.
 */
export const makeGuard = (llaves: Pick<LlaveStore, 'standings'>) => {
  let known = new Map<string, LlaveStanding>();
  let isAsking = false;

  return async (
    llaveIds: readonly string[],
    now: () => number,
    onRefused: (llaveId: string) => void,
  ): Promise<void> => {
    if (isAsking || llaveIds.length === 0) return;
    isAsking = true;
    const refuse = (asked: ReadonlyMap<string, LlaveStanding>, isComplete: boolean) => {
      for (const id of llaveIds) {
        const standing = asked.get(id);
        if (!isComplete && standing === undefined) continue;
        if (refusalOf(standing, now()) !== null) onRefused(id);
      }
    };
    try {
      known = await llaves.standings(llaveIds);
      refuse(known, true);
    } catch {
      refuse(known, false);
    } finally {
      isAsking = false;
    }
  };
};
