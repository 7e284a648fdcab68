import { type ClientDay, type ClientShift, settleClients } from '../../domain/clientes.ts';
import type { Dia } from '../../domain/dias.ts';
import type { ClienteDelta, ResumenDeltas } from '../../domain/resumen.ts';
import { earliestDays } from '../client-days.ts';
import { int8Array, textArray } from './arrays.ts';
import type { Session, Statement } from './connection.ts';
import type { Transaction } from './transaction.ts';

/** For each client the days from one on, and the last one before it: what `settleClients` asks for. */
const READ: Statement = {
  name: 'clientes_read',
  text: `
    SELECT u.cliente, c.dia, c.pedidos
    FROM unnest($2::text[], $3::text[]) AS u (cliente, dia)
    CROSS JOIN LATERAL (
      SELECT d.dia, d.pedidos FROM resumen_clientes d
      WHERE d.restaurante_id = $1 AND d.cliente = u.cliente AND d.dia >= coalesce(
        (SELECT max(b.dia) FROM resumen_clientes b
         WHERE b.restaurante_id = $1 AND b.cliente = u.cliente AND b.dia < u.dia), u.dia)) c`,
};

/** What a batch changes in the days of its clients and, through them, in the counts of the days. */
export const settle = async (
  session: Session,
  restauranteId: string,
  deltas: ResumenDeltas['clientes'],
): Promise<ClientShift> => {
  const changed = [...deltas.values()].filter((delta) => delta.pedidos !== 0);
  const known = await readDays(session, restauranteId, earliestDays(changed));
  return settleClients(changed, known);
};

const readDays = async (
  session: Session,
  restauranteId: string,
  from: ReadonlyMap<string, Dia>,
): Promise<ClientDay[]> =>
  from.size === 0
    ? []
    : session.rows<ClienteDelta>(READ, [
        restauranteId,
        textArray([...from.keys()]),
        textArray([...from.values()]),
      ]);

const SET: Statement = {
  name: 'clientes_set',
  text: `
    INSERT INTO resumen_clientes (restaurante_id, cliente, dia, pedidos)
    SELECT $1, * FROM unnest($2::text[], $3::text[], $4::bigint[])
    ON CONFLICT (restaurante_id, cliente, dia) DO UPDATE SET pedidos = excluded.pedidos`,
};
const DELETE: Statement = {
  name: 'clientes_delete',
  text: `
    DELETE FROM resumen_clientes c USING unnest($2::text[], $3::text[]) AS u (cliente, dia)
    WHERE c.restaurante_id = $1 AND c.cliente = u.cliente AND c.dia = u.dia`,
};

export const writeDays = (
  transaction: Transaction,
  restauranteId: string,
  rows: readonly ClientDay[],
): void => {
  const kept = rows.filter((row) => row.pedidos > 0);
  const gone = rows.filter((row) => row.pedidos === 0);
  if (kept.length > 0) {
    transaction.send(SET, [
      restauranteId,
      textArray(kept.map((row) => row.cliente)),
      textArray(kept.map((row) => row.dia)),
      int8Array(kept.map((row) => row.pedidos)),
    ]);
  }
  if (gone.length > 0) {
    transaction.send(DELETE, [
      restauranteId,
      textArray(gone.map((row) => row.cliente)),
      textArray(gone.map((row) => row.dia)),
    ]);
  }
};
