import { IMPORTADO } from '../../../contract/recursos/evento.ts';
import type { EventFilter, StoredEvent } from '../../port/log.ts';
import { ANNOUNCED } from '../../shared/announced.ts';
import { KEPT_FROM } from '../../shared/kept-from.ts';
import { textArray } from '../driver/arrays.ts';
import type { Session } from '../driver/connection.ts';
import type { Transact } from '../driver/transaction.ts';

const READ = `
  SELECT secuencia, id, tipo, creado_ms AS "creadoMs", cuerpo FROM eventos
  WHERE restaurante_id = $1 AND secuencia > $2 ORDER BY secuencia LIMIT $3`;

/** Sequences have no gap: the range bounds how many rows are scanned, however rare the types are. */
const readSome = (condition: string): string => `
  SELECT secuencia, id, tipo, creado_ms AS "creadoMs", cuerpo FROM eventos
  WHERE restaurante_id = $1 AND secuencia > $2 AND secuencia <= $4 ${condition} AND tipo = ANY ($5::text[])
  ORDER BY secuencia LIMIT $3`;
const READ_SOME = readSome('');
/** The partial index skips imported events, however many lie in between. */
const READ_ANNOUNCED = readSome(`AND ${ANNOUNCED}`);

type EventRow = Omit<StoredEvent, 'body'> & { cuerpo: string };

export const readEvents = async (
  session: Session,
  restauranteId: string,
  after: number,
  limit: number,
  only?: EventFilter,
): Promise<StoredEvent[]> => {
  const rows =
    only === undefined
      ? await session.rows<EventRow>(READ, [restauranteId, after, limit])
      : await session.rows<EventRow>(only.tipos.includes(IMPORTADO) ? READ_SOME : READ_ANNOUNCED, [
          restauranteId,
          after,
          limit,
          only.upTo,
          textArray(only.tipos),
        ]);
  return rows.map(({ cuerpo, ...event }) => ({ ...event, body: Buffer.from(cuerpo) }));
};

/** "Evts" in ASCII: the number of our advisory lock, held for one small step. */
const PRUNE_LOCK = 0x45767473;
const LOCK = `SELECT pg_try_advisory_xact_lock(${PRUNE_LOCK}) AS mine`;
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
    WHERE restaurante_id = $1 AND secuencia < (${KEPT_FROM}) ORDER BY secuencia LIMIT $3
  )
  DELETE FROM eventos WHERE restaurante_id = $1 AND secuencia <= coalesce(
    (SELECT min(secuencia) - 1 FROM primeros WHERE creado_ms >= $2),
    (SELECT max(secuencia) FROM primeros))`;

export const pruneEvents = async (
  reader: Session,
  transact: Transact,
  restauranteId: string,
  beforeMs: number,
  limit: number,
): Promise<number | null> => {
  const found = await reader.rows(LOOK, [restauranteId, beforeMs]);
  if (found.length === 0) return 0;
  return transact(async (transaction) => {
    const [lock] = await transaction.rows<{ mine: boolean }>(LOCK, []);
    if (lock?.mine === true) return transaction.run(DELETE, [restauranteId, beforeMs, limit]);
    transaction.undo();
    return null;
  });
};
