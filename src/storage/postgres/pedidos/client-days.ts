import { type ClientDay, firstChangedDays } from '../../../domain/resumen/clientes.ts';
import type { ResumenDeltas } from '../../../domain/resumen/resumen.ts';
import { none, rows, type Step, send, type Work } from '../../database.ts';
import { int8Array, textArray } from '../driver/arrays.ts';

/** For each client its days from one on, and the last day before it, as `updateClientDays` needs them. */
const READ = `
  SELECT u.cliente, c.dia, c.pedidos
  FROM unnest($2::text[], $3::text[]) AS u (cliente, dia)
  CROSS JOIN LATERAL (
    SELECT d.dia, d.pedidos FROM resumen_clientes d
    WHERE d.restaurante_id = $1 AND d.cliente = u.cliente AND d.dia >= coalesce(
      (SELECT max(b.dia) FROM resumen_clientes b
       WHERE b.restaurante_id = $1 AND b.cliente = u.cliente AND b.dia < u.dia), u.dia)) c`;

/** Reads the clients' days that the deltas touch. */
export const readClientDays = (
  restauranteId: string,
  deltas: ResumenDeltas['clientes'],
): Step<ClientDay[]> => {
  const first = firstChangedDays(deltas.values());
  if (first.size === 0) return none();
  const clientes = textArray([...first.keys()]);
  return rows<ClientDay>(READ, restauranteId, clientes, textArray([...first.values()]));
};

const SET = `
  INSERT INTO resumen_clientes (restaurante_id, cliente, dia, pedidos)
  SELECT g.restaurante_id, u.* FROM registros g, unnest($2::text[], $3::text[], $4::bigint[]) u
  WHERE g.restaurante_id = $1
  ON CONFLICT (restaurante_id, cliente, dia) DO UPDATE SET pedidos = excluded.pedidos`;
/** Deletes by client alone: the plan of a join with the array would depend on the planner's estimates. */
const DELETE = `
  DELETE FROM resumen_clientes
  WHERE restaurante_id = $1 AND cliente = ANY ($2::text[]) AND pedidos = 0`;

export function* writeClientDays(restauranteId: string, days: readonly ClientDay[]): Work<void> {
  if (days.length === 0) return;
  yield* send(
    SET,
    restauranteId,
    textArray(days.map((each) => each.cliente)),
    textArray(days.map((each) => each.dia)),
    int8Array(days.map((each) => each.pedidos)),
  );
  const gone = days.filter((each) => each.pedidos === 0);
  if (gone.length === 0) return;
  yield* send(DELETE, restauranteId, textArray(gone.map((each) => each.cliente)));
}
