import { IMPORTADO } from '../../../contract/recursos/evento.ts';
import type { EventFilter, StoredEvent } from '../../port/log.ts';
import { ANNOUNCED } from '../../shared/announced.ts';
import { KEPT_FROM } from '../../shared/kept-from.ts';
import type { Connection } from '../driver/connection.ts';

const READ = `
  SELECT secuencia, id, tipo, creado_ms AS "creadoMs", cuerpo AS body FROM eventos
  WHERE restaurante_id = ? AND secuencia > ? ORDER BY secuencia LIMIT 0 + ?`;

/** Sequences have no gap: the range bounds how many rows are scanned, however rare the types are. */
const readSome = (index: string, condition: string): string => `
  SELECT secuencia, id, tipo, creado_ms AS "creadoMs", cuerpo AS body FROM eventos ${index}
  WHERE restaurante_id = ? AND secuencia > ? AND secuencia <= ? ${condition}
    AND tipo IN (SELECT value FROM json_each(?))
  ORDER BY secuencia LIMIT 0 + ?`;
const READ_SOME = readSome('', '');
/** The partial index skips imported events, however many lie in between. */
const READ_ANNOUNCED = readSome('INDEXED BY eventos_anunciados', `AND ${ANNOUNCED}`);

export const readEvents = (
  connection: Connection,
  restauranteId: string,
  after: number,
  limit: number,
  only?: EventFilter,
): StoredEvent[] => {
  if (only === undefined) return connection.all(READ, restauranteId, after, limit);
  const { tipos, upTo } = only;
  const sql = tipos.includes(IMPORTADO) ? READ_SOME : READ_ANNOUNCED;
  return connection.all(sql, restauranteId, after, upTo, JSON.stringify(tipos), limit);
};

const OLDEST = `
  SELECT secuencia, creado_ms AS creadoMs FROM eventos
  WHERE restaurante_id = $1 AND secuencia < (${KEPT_FROM}) ORDER BY secuencia LIMIT 0 + $3`;
const DELETE = 'DELETE FROM eventos WHERE restaurante_id = ? AND secuencia <= ?';

/** Deletes the oldest events and stops at the first young one, so that the events that are kept have no gap. */
export const pruneEvents = (
  connection: Connection,
  restauranteId: string,
  beforeMs: number,
  limit: number,
): number => {
  type Oldest = { secuencia: number; creadoMs: number };
  const isYoung = ({ creadoMs }: Oldest): boolean => creadoMs >= beforeMs;
  const oldest = (count: number): Oldest[] =>
    connection.all(OLDEST, restauranteId, beforeMs, count);
  // This look does without the write lock: mostly there is nothing to delete.
  if (oldest(1).every(isYoung)) return 0;
  return connection.transaction(() => {
    const found = oldest(limit);
    const young = found.findIndex(isYoung);
    const last = found[(young < 0 ? found.length : young) - 1];
    return last === undefined ? 0 : connection.run(DELETE, restauranteId, last.secuencia);
  });
};
