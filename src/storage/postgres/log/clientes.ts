import {
  type ClientDay,
  type ClientDayChanges,
  updateClientDays,
} from '../../../domain/resumen/clientes.ts';
import type { Dia } from '../../../domain/resumen/dias.ts';
import type { ClienteDelta, ResumenDeltas } from '../../../domain/resumen/resumen.ts';
import { earliestDays } from '../../shared/client-days.ts';
import { int8Array, textArray } from '../driver/arrays.ts';
import type { Session, Statement } from '../driver/connection.ts';
import type { Transaction } from '../driver/transaction.ts';

/** For each client the days from one on, and the last one before it: what `updateClientDays` asks for. */
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

/** Days of clients that were read: `from` tells for whom, and from which day on. */
export interface Visits {
  from: ReadonlyMap<string, Dia>;
  days: readonly ClientDay[];
}

export const NO_VISITS: Visits = { from: new Map(), days: [] };

export const readVisits = async (
  session: Session,
  restauranteId: string,
  from: ReadonlyMap<string, Dia>,
): Promise<Visits> => {
  if (from.size === 0) return NO_VISITS;
  const clientes = textArray([...from.keys()]);
  const dias = textArray([...from.values()]);
  return { from, days: await session.rows<ClienteDelta>(READ, [restauranteId, clientes, dias]) };
};

/** What a batch changes in the days of its clients; what was not read before is read now. */
export const settle = async (
  session: Session,
  restauranteId: string,
  deltas: ResumenDeltas['clientes'],
  visits: Visits,
): Promise<ClientDayChanges> => {
  const changed = [...deltas.values()].filter((delta) => delta.pedidos !== 0);
  const missed = [...earliestDays(changed)].filter(([cliente, dia]) => {
    const from = visits.from.get(cliente);
    return from === undefined || from > dia;
  });
  const late = await readVisits(session, restauranteId, new Map(missed));
  return updateClientDays(changed, [...visits.days, ...late.days]);
};

const SET: Statement = {
  name: 'clientes_set',
  text: `
    INSERT INTO resumen_clientes (restaurante_id, cliente, dia, pedidos)
    SELECT $1, * FROM unnest($2::text[], $3::text[], $4::bigint[])
    ON CONFLICT (restaurante_id, cliente, dia) DO UPDATE SET pedidos = excluded.pedidos`,
};
/** By client alone: a join with the array would be at the planner's mercy. */
const DELETE: Statement = {
  name: 'clientes_delete',
  text: `
    DELETE FROM resumen_clientes
    WHERE restaurante_id = $1 AND cliente = ANY ($2::text[]) AND pedidos = 0`,
};

export const writeDays = (
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
