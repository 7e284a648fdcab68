import { type ClientDay, firstChangedDays } from '../../../domain/resumen/clientes.ts';
import type { ResumenDeltas } from '../../../domain/resumen/resumen.ts';
import { int8Array, textArray } from '../driver/arrays.ts';
import type { Session } from '../driver/connection.ts';
import type { Transaction } from '../driver/transaction.ts';

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
export const readClientDays = async (
  session: Session,
  restauranteId: string,
  deltas: ResumenDeltas['clientes'],
): Promise<ClientDay[]> => {
  const first = firstChangedDays(deltas.values());
  if (first.size === 0) return [];
  const clientes = textArray([...first.keys()]);
  return session.rows<ClientDay>(READ, [restauranteId, clientes, textArray([...first.values()])]);
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

export const writeClientDays = (
  transaction: Transaction,
  restauranteId: string,
  rows: readonly ClientDay[],
): void => {
  if (rows.length === 0) return;
  transaction.send(SET, [
    restauranteId,
    textArray(rows.map((row) => row.cliente)),
    textArray(rows.map((row) => row.dia)),
    int8Array(rows.map((row) => row.pedidos)),
  ]);
  const gone = rows.filter((row) => row.pedidos === 0);
  if (gone.length === 0) return;
  transaction.send(DELETE, [restauranteId, textArray(gone.map((row) => row.cliente))]);
};
