import { textArray } from '../driver/arrays.ts';
import type { Session, Statement } from '../driver/connection.ts';

/**
 * Where logs stand. Of two servers that say the same, each has all that the other has of that
 * restaurant's orders: every change of them grows the version, and the newest event's id is random, so
 * that a server which went its own way after a failover does not pass for the one that was left.
 */
const READ: Statement = {
  name: 'replica_standing',
  text: `
    SELECT g.restaurante_id AS id, concat_ws(' ', g.log_tag, g.version, e.id) AS standing
    FROM registros g
    LEFT JOIN eventos e ON e.restaurante_id = g.restaurante_id AND e.secuencia = g.secuencia
    WHERE g.restaurante_id = ANY ($1::text[] COLLATE "C")`,
};

export const readStandings = async (
  session: Session,
  restauranteIds: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await session.rows<{ id: string; standing: string }>(READ, [
    textArray(restauranteIds),
  ]);
  return new Map(rows.map(({ id, standing }) => [id, standing]));
};

type Standings = Map<string, string>;

/**
 * Asks the primary where a restaurant's log stands, with a question that begins after the call: an
 * event that anybody has heard of by then is in the answer. While one question is under way the next
 * ones gather, so that any number of readers costs one small statement at a time.
 */
export const makeAskStanding = (primary: Session) => {
  let gathering: { ids: Set<string>; answer: Promise<Standings> } | null = null;
  let asking: Promise<unknown> = Promise.resolve();

  const gather = (): { ids: Set<string>; answer: Promise<Standings> } => {
    const ids = new Set<string>();
    const answer = asking.then(() => {
      gathering = null;
      return readStandings(primary, [...ids]);
    });
    asking = answer.catch(() => undefined);
    return { ids, answer };
  };

  return async (restauranteId: string): Promise<string | undefined> => {
    gathering ??= gather();
    gathering.ids.add(restauranteId);
    return (await gathering.answer).get(restauranteId);
  };
};
