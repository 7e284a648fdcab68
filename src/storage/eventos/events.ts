import { IMPORTADO } from '../../contract/recursos/evento.ts';
import { type Database, run, type StoredBody, toBytes } from '../database.ts';
import { type EventFilter, OWED_EXTRA_MS, type StoredEvent } from '../port/log.ts';

// Each event is in one of two partial indexes, `eventos_announced` and `eventos_imported`. The planner uses
// one only if the query repeats its condition word for word.

/** Selects events that webhooks may get. Queries may put the alias of the table and a dot before it. */
export const ANNOUNCED = `tipo <> '${IMPORTADO}'`;
export const IMPORTED = `tipo = '${IMPORTADO}'`;

const COLUMNS = 'secuencia, id, tipo, creado_ms AS "creadoMs", cuerpo';
const READ = `
  SELECT ${COLUMNS} FROM eventos
  WHERE restaurante_id = $1 AND secuencia > $2 ORDER BY secuencia LIMIT 0 + $3`;

/** Sequences have no gap: the range bounds how many rows are scanned, however rare the types are. */
const readSome = (index: string, condition: string): string => `
  SELECT ${COLUMNS} FROM eventos ${index}
  WHERE restaurante_id = $1 AND secuencia > $2 AND secuencia <= $4 ${condition} AND tipo = ANY ($5::text[])
  ORDER BY secuencia LIMIT 0 + $3`;
const READ_SOME = readSome('', '');
/** The partial index skips imported events, however many lie in between. */
const READ_ANNOUNCED = readSome('/*+ INDEXED BY eventos_announced */', `AND ${ANNOUNCED}`);

type EventRow = Omit<StoredEvent, 'body'> & { cuerpo: StoredBody };

export const readEvents = async (
  { all }: Pick<Database, 'all'>,
  restauranteId: string,
  after: number,
  limit: number,
  only?: EventFilter,
): Promise<StoredEvent[]> => {
  const sql = only?.tipos.includes(IMPORTADO) ? READ_SOME : READ_ANNOUNCED;
  const rows = await (only === undefined
    ? all<EventRow>(READ, restauranteId, after, limit)
    : all<EventRow>(sql, restauranteId, after, limit, only.upTo, only.tipos));
  return rows.map(({ cuerpo, ...event }) => ({ ...event, body: toBytes(cuerpo) }));
};

/**
 * The first sequence that pruning keeps whatever its age; $2 is the moment before which it deletes. It keeps the newest
 * event, so that the position of a quiet restaurant keeps its id, and events that are still owed to a webhook.
 */
const KEPT_FROM = `
  SELECT min(secuencia) FROM (
    SELECT secuencia FROM log_heads WHERE restaurante_id = $1
    UNION ALL
    SELECT (
      SELECT v.secuencia FROM eventos v
      WHERE v.restaurante_id = $1 AND v.secuencia > w.cursor AND v.${ANNOUNCED}
        AND v.creado_ms >= $2 - ${OWED_EXTRA_MS}
      ORDER BY v.secuencia LIMIT 1)
    FROM webhooks w WHERE w.restaurante_id = $1 AND w.eliminado_ms IS NULL
    UNION ALL
    SELECT (
      SELECT e.secuencia FROM entregas e
      WHERE e.restaurante_id = $1 AND e.webhook_id = w.id AND e.estado = 'pendiente'
        AND e.creado_ms >= $2 - ${OWED_EXTRA_MS}
      ORDER BY e.secuencia LIMIT 1)
    FROM webhooks w WHERE w.restaurante_id = $1 AND w.eliminado_ms IS NULL
  ) AS conservados`;
/** Locks and writes nothing: mostly there is nothing to delete. */
const LOOK = `
  SELECT 1 AS found FROM (
    SELECT secuencia, creado_ms FROM eventos WHERE restaurante_id = $1 ORDER BY secuencia LIMIT 1
  ) AS primero
  WHERE creado_ms < $2 AND secuencia < (${KEPT_FROM})`;
/** Deletes the oldest events up to the first young one, so that the events that are kept have no gap. */
const DELETE = `
  WITH primeros AS MATERIALIZED (
    SELECT secuencia, creado_ms FROM eventos
    WHERE restaurante_id = $1 AND secuencia < (${KEPT_FROM}) ORDER BY secuencia LIMIT 0 + $3
  )
  DELETE FROM eventos WHERE restaurante_id = $1 AND secuencia <= coalesce(
    (SELECT min(secuencia) - 1 FROM primeros WHERE creado_ms >= $2),
    (SELECT max(secuencia) FROM primeros))`;

/** Where several processes prune, the first to reach an event deletes it, and the others wait and find it gone. */
export const pruneEvents = async (
  { all, transact }: Database,
  restauranteId: string,
  beforeMs: number,
  limit: number,
): Promise<number> => {
  if ((await all(LOOK, restauranteId, beforeMs)).length === 0) return 0;
  return transact(() => run(DELETE, restauranteId, beforeMs, limit));
};
