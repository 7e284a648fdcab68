import { makeBatcher } from '../../../../platform/async/batcher.ts';
import { textArray } from '../driver/arrays.ts';
import type { Session } from '../driver/connection.ts';

/** Equal fingerprints mean equal orders: the random id of the newest event exposes a server whose history has diverged. */
const READ = `
  SELECT g.restaurante_id AS id, concat_ws(' ', g.log_tag, g.version, e.id) AS fingerprint
  FROM log_heads g
  LEFT JOIN eventos e ON e.restaurante_id = g.restaurante_id AND e.secuencia = g.secuencia
  WHERE g.restaurante_id = ANY ($1::text[] COLLATE "C")`;

/** By restaurant; unknown restaurants are left out. */
export const readFingerprints = async (
  session: Session,
  restauranteIds: readonly string[],
): Promise<Map<string, string>> => {
  const ids = textArray([...new Set(restauranteIds)]);
  const rows = await session.rows<{ id: string; fingerprint: string }>(READ, [ids]);
  return new Map(rows.map(({ id, fingerprint }) => [id, fingerprint]));
};

/** Reads a fingerprint with a query that begins after the call: it includes every event that was announced before. */
export const makeAskFingerprint = (primary: Session) => {
  const batcher = makeBatcher(async (ids: readonly string[]) => {
    const fingerprints = await readFingerprints(primary, ids);
    return ids.map((id) => fingerprints.get(id));
  });
  return batcher.add;
};
