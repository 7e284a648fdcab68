import { type ClientDay, updateClientDays } from '../../../domain/resumen/clientes.ts';
import type { Dia } from '../../../domain/resumen/dias.ts';
import { type DiaTotals, noSales, type ResumenDeltas } from '../../../domain/resumen/resumen.ts';
import { type SummaryTotals, TOP_PRODUCTOS } from '../../port/pedidos.ts';
import { int8Array, textArray } from '../driver/arrays.ts';
import type { Session } from '../driver/connection.ts';
import type { Transaction } from '../driver/transaction.ts';
import { writeClientDays } from './client-days.ts';

const ADD_DIAS = `
  INSERT INTO resumen_dias AS d (restaurante_id, dia, pedidos, cancelados, ventas_cents, reparto,
                                 recogida, mesa, clientes, ultimos)
  SELECT g.restaurante_id, u.* FROM registros g, unnest(
    $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
    $9::bigint[], $10::bigint[]) u
  WHERE g.restaurante_id = $1
  ON CONFLICT (restaurante_id, dia) DO UPDATE SET
    pedidos = d.pedidos + excluded.pedidos, cancelados = d.cancelados + excluded.cancelados,
    ventas_cents = d.ventas_cents + excluded.ventas_cents, reparto = d.reparto + excluded.reparto,
    recogida = d.recogida + excluded.recogida, mesa = d.mesa + excluded.mesa,
    clientes = d.clientes + excluded.clientes, ultimos = d.ultimos + excluded.ultimos`;
const ADD_CUARTOS = `
  INSERT INTO resumen_cuartos AS d (restaurante_id, inicio, pedidos, cancelados, ventas_cents,
                                    reparto, recogida, mesa)
  SELECT g.restaurante_id, u.* FROM registros g, unnest(
    $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[]) u
  WHERE g.restaurante_id = $1
  ON CONFLICT (restaurante_id, inicio) DO UPDATE SET
    pedidos = d.pedidos + excluded.pedidos, cancelados = d.cancelados + excluded.cancelados,
    ventas_cents = d.ventas_cents + excluded.ventas_cents, reparto = d.reparto + excluded.reparto,
    recogida = d.recogida + excluded.recogida, mesa = d.mesa + excluded.mesa`;
const ADD_PRODUCTOS = `
  INSERT INTO resumen_productos AS p (restaurante_id, dia, producto_id, nombre, unidades, ventas_cents)
  SELECT g.restaurante_id, u.* FROM registros g, unnest(
    $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[]) u
  WHERE g.restaurante_id = $1
  ON CONFLICT (restaurante_id, dia, producto_id) DO UPDATE SET
    nombre = CASE WHEN excluded.unidades > 0 THEN excluded.nombre ELSE p.nombre END,
    unidades = p.unidades + excluded.unidades,
    ventas_cents = p.ventas_cents + excluded.ventas_cents`;

const NO_SALES = noSales();
const FIELDS = ['pedidos', 'cancelados', 'ventasCents', 'reparto', 'recogida', 'mesa'] as const;

/** An array for each column. */
const totalArrays = (totals: Iterable<DiaTotals>) => {
  const rows = [...totals];
  return FIELDS.map((field) => int8Array(rows.map((row) => row[field])));
};

/** Adds a batch's changes to the summary rows; `clientDays` is the result of `readClientDays`. */
export const writeResumen = (
  transaction: Transaction,
  restauranteId: string,
  deltas: ResumenDeltas,
  clientDays: readonly ClientDay[],
): void => {
  const shift = updateClientDays(deltas.clientes.values(), clientDays);
  const days = [...new Set([...deltas.dias.keys(), ...shift.dias.keys()])];
  if (days.length > 0) {
    const totals = days.map((dia) => deltas.dias.get(dia) ?? NO_SALES);
    const clients = (field: 'clientes' | 'ultimos') =>
      int8Array(days.map((dia) => shift.dias.get(dia)?.[field] ?? 0));
    transaction.send(ADD_DIAS, [
      restauranteId,
      textArray(days),
      ...totalArrays(totals),
      clients('clientes'),
      clients('ultimos'),
    ]);
  }
  if (deltas.cuartos.size > 0) {
    const cuartos = int8Array([...deltas.cuartos.keys()]);
    transaction.send(ADD_CUARTOS, [
      restauranteId,
      cuartos,
      ...totalArrays(deltas.cuartos.values()),
    ]);
  }
  const productos = [...deltas.productos.values()];
  if (productos.length > 0) {
    transaction.send(ADD_PRODUCTOS, [
      restauranteId,
      textArray(productos.map((each) => each.dia)),
      textArray(productos.map((each) => each.productoId)),
      textArray(productos.map((each) => each.nombre)),
      int8Array(productos.map((each) => each.unidades)),
      int8Array(productos.map((each) => each.ventasCents)),
    ]);
  }
  writeClientDays(transaction, restauranteId, shift.rows);
};

/**
 * One statement, so that totals and products are of the same moment: it repeats the totals beside each of
 * the best products. A client has one last visit, so the last visits in a window count its clients. Clients
 * who came again after it are added, which only windows of the past have to look for.
 */
const READ = `
  SELECT t.*, p.producto_id AS "productoId", p.nombre, p.unidades, p.producto_cents AS "productoCents"
  FROM (
    SELECT coalesce(sum(pedidos), 0)::bigint AS pedidos,
           coalesce(sum(cancelados), 0)::bigint AS cancelados,
           coalesce(sum(ventas_cents), 0)::bigint AS "ventasCents",
           coalesce(sum(reparto), 0)::bigint AS reparto,
           coalesce(sum(recogida), 0)::bigint AS recogida,
           coalesce(sum(mesa), 0)::bigint AS mesa,
           CASE
             WHEN $2 = $3 THEN coalesce(sum(clientes), 0)::bigint
             WHEN EXISTS (SELECT 1 FROM resumen_dias l
                          WHERE l.restaurante_id = $1 AND l.dia > $3 AND l.clientes > 0)
             THEN coalesce(sum(ultimos), 0)::bigint + (
               SELECT count(DISTINCT w.cliente) FROM resumen_clientes w
               WHERE w.restaurante_id = $1 AND w.dia BETWEEN $2 AND $3 AND EXISTS (
                 SELECT 1 FROM resumen_clientes l
                 WHERE l.restaurante_id = $1 AND l.cliente = w.cliente AND l.dia > $3))
             ELSE coalesce(sum(ultimos), 0)::bigint
           END AS clientes
    FROM resumen_dias WHERE restaurante_id = $1 AND dia BETWEEN $2 AND $3
  ) t
  LEFT JOIN (
    SELECT producto_id, (array_agg(nombre ORDER BY dia DESC))[1] AS nombre,
           sum(unidades)::bigint AS unidades, sum(ventas_cents)::bigint AS producto_cents
    FROM resumen_productos WHERE restaurante_id = $1 AND dia BETWEEN $2 AND $3
    GROUP BY producto_id HAVING sum(unidades) > 0
    ORDER BY producto_cents DESC, unidades DESC, producto_id LIMIT ${TOP_PRODUCTOS}
  ) p ON true
  ORDER BY p.producto_cents DESC, p.unidades DESC, p.producto_id`;

interface SummaryRow extends Omit<SummaryTotals, 'productos'> {
  /** Null where nothing was sold: then the row is there for the totals alone. */
  productoId: string | null;
  nombre: string;
  unidades: number;
  productoCents: number;
}

export const summaryStatement = (restauranteId: string, from: Dia, to: Dia) => ({
  sql: READ,
  values: [restauranteId, from, to],
});

export const readSummary = async (
  session: Session,
  restauranteId: string,
  from: Dia,
  to: Dia,
): Promise<SummaryTotals> => {
  const { sql, values } = summaryStatement(restauranteId, from, to);
  const rows = await session.rows<SummaryRow>(sql, values);
  const productos = rows.flatMap(({ productoId, nombre, unidades, productoCents }) =>
    productoId === null ? [] : [{ productoId, nombre, unidades, ventasCents: productoCents }],
  );
  const [first] = rows;
  if (first === undefined) throw new Error('an aggregate gives one row');
  const { pedidos, cancelados, ventasCents, reparto, recogida, mesa, clientes } = first;
  return { pedidos, cancelados, ventasCents, reparto, recogida, mesa, clientes, productos };
};
