import { type Database, send } from '../database.ts';
import type { Rastro, Uso, UsoStore } from '../port/panel.ts';
import { addTrail, TRAIL, trailFromMs } from './rastros.ts';

/**
 * Writes in the order of the primary key: two processes that write the same rows must not deadlock. Leaves out keys that were
 * deleted with their restaurant meanwhile: nobody would ever delete the rows.
 */
const ADD = `
  INSERT INTO llaves_uso AS l (restaurante_id, llave_id, dia, peticiones, limitadas, errores)
  SELECT u.* FROM json_to_recordset($1) AS u (
    "restauranteId" text, "llaveId" text, dia int, peticiones bigint, limitadas bigint, errores bigint)
  WHERE (SELECT k.id FROM llaves k WHERE k.id = u."llaveId") IS NOT NULL
  ORDER BY "restauranteId", "llaveId", dia
  ON CONFLICT (restaurante_id, llave_id, dia) DO UPDATE SET
    peticiones = l.peticiones + excluded.peticiones,
    limitadas = l.limitadas + excluded.limitadas, errores = l.errores + excluded.errores`;
const LIST = `
  SELECT restaurante_id AS "restauranteId", llave_id AS "llaveId", dia, peticiones, limitadas, errores
  FROM llaves_uso WHERE restaurante_id = $1 AND dia >= $2 ORDER BY llave_id, dia`;

export const makeUsoStore = ({ all, transact }: Database): UsoStore => ({
  add: (usos) => transact(() => send(ADD, JSON.stringify(usos)), { fsync: false }),
  addTrail: (restauranteId, rastros, nowMs) =>
    transact(() => addTrail(restauranteId, rastros, nowMs), { fsync: false }),
  async trail(restauranteId, llaveId, nowMs) {
    const found = await all<Rastro>(TRAIL, restauranteId, llaveId, trailFromMs(nowMs));
    return found.sort((a, b) => b.ultimaMs - a.ultimaMs || b.peticiones - a.peticiones);
  },
  list: (restauranteId, fromDia) => all<Uso>(LIST, restauranteId, fromDia),
});
