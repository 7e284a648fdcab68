import {
  type ClientDay,
  firstChangedDays,
  updateClientDays,
} from '../../../domain/resumen/clientes.ts';
import type { Dia } from '../../../domain/resumen/dias.ts';
import type { DiaTotals, ResumenDeltas } from '../../../domain/resumen/resumen.ts';
import { type SoldProduct, type SummaryTotals, TOP_PRODUCTOS } from '../../port/pedidos.ts';
import type { Connection } from '../driver/connection.ts';

const addTotals = (table: string, key: string) => `
  INSERT INTO ${table} (restaurante_id, ${key}, pedidos, cancelados, ventas_cents, reparto, recogida, mesa)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET
    pedidos = pedidos + excluded.pedidos, cancelados = cancelados + excluded.cancelados,
    ventas_cents = ventas_cents + excluded.ventas_cents, reparto = reparto + excluded.reparto,
    recogida = recogida + excluded.recogida, mesa = mesa + excluded.mesa`;
const ADD_DIA = addTotals('resumen_dias', 'dia');
const ADD_CUARTO = addTotals('resumen_cuartos', 'inicio');
const ADD_DIA_CLIENTES = `
  INSERT INTO resumen_dias (restaurante_id, dia, clientes, ultimos) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET
    clientes = clientes + excluded.clientes, ultimos = ultimos + excluded.ultimos`;
/** Only sales update the name: an order that is taken out carries an older one. */
const ADD_PRODUCTO = `
  INSERT INTO resumen_productos (restaurante_id, dia, producto_id, nombre, unidades, ventas_cents)
  VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET
    nombre = iif(excluded.unidades > 0, excluded.nombre, nombre), unidades = unidades + excluded.unidades,
    ventas_cents = ventas_cents + excluded.ventas_cents`;
const SET_CLIENTE = `
  INSERT INTO resumen_clientes (restaurante_id, cliente, dia, pedidos) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET pedidos = excluded.pedidos`;
const DELETE_CLIENTE = `
  DELETE FROM resumen_clientes WHERE restaurante_id = ? AND cliente = ? AND dia = ?`;
/** A client's days from one on, and the last day before it, as `updateClientDays` needs them. */
const READ_CLIENTE = `
  SELECT cliente, dia, pedidos FROM resumen_clientes
  WHERE restaurante_id = ?1 AND cliente = ?2 AND dia >= coalesce(
    (SELECT max(dia) FROM resumen_clientes WHERE restaurante_id = ?1 AND cliente = ?2 AND dia < ?3), ?3)`;

/** Adds a batch's changes to the summary rows, inside the open transaction. */
export const writeResumen = (
  { run, all }: Connection,
  restauranteId: string,
  deltas: ResumenDeltas,
): void => {
  const add = (sql: string, when: Dia | number, totals: DiaTotals) => {
    const { pedidos, cancelados, ventasCents, reparto, recogida, mesa } = totals;
    run(sql, restauranteId, when, pedidos, cancelados, ventasCents, reparto, recogida, mesa);
  };
  for (const [dia, totals] of deltas.dias) add(ADD_DIA, dia, totals);
  for (const [cuarto, totals] of deltas.cuartos) add(ADD_CUARTO, cuarto, totals);
  for (const { dia, productoId, nombre, unidades, ventasCents } of deltas.productos.values()) {
    run(ADD_PRODUCTO, restauranteId, dia, productoId, nombre, unidades, ventasCents);
  }
  const firstDays = firstChangedDays(deltas.clientes.values());
  const known = [...firstDays].flatMap(([cliente, dia]) =>
    all<ClientDay>(READ_CLIENTE, restauranteId, cliente, dia),
  );
  const shift = updateClientDays(deltas.clientes.values(), known);
  for (const { cliente, dia, pedidos } of shift.rows) {
    if (pedidos === 0) run(DELETE_CLIENTE, restauranteId, cliente, dia);
    else run(SET_CLIENTE, restauranteId, cliente, dia, pedidos);
  }
  for (const [dia, { clientes, ultimos }] of shift.dias) {
    run(ADD_DIA_CLIENTES, restauranteId, dia, clientes, ultimos);
  }
};

const READ_TOTALS = `
  SELECT coalesce(sum(pedidos), 0) AS pedidos, coalesce(sum(cancelados), 0) AS cancelados,
         coalesce(sum(ventas_cents), 0) AS ventasCents, coalesce(sum(reparto), 0) AS reparto,
         coalesce(sum(recogida), 0) AS recogida, coalesce(sum(mesa), 0) AS mesa,
         coalesce(sum(clientes), 0) AS visitas, coalesce(sum(ultimos), 0) AS ultimos
  FROM resumen_dias WHERE restaurante_id = ? AND dia BETWEEN ? AND ?`;
const HAS_LATER = `
  SELECT EXISTS (SELECT 1 FROM resumen_dias
                 WHERE restaurante_id = ? AND dia > ? AND clientes > 0) AS later`;
/** Counts the clients who came again after the window: `ultimos` counts their last visit outside it. */
const COUNT_RETURNED = `
  SELECT count(DISTINCT cliente) AS n FROM resumen_clientes w
  WHERE restaurante_id = ?1 AND dia BETWEEN ?2 AND ?3 AND EXISTS (
    SELECT 1 FROM resumen_clientes l
    WHERE l.restaurante_id = ?1 AND l.cliente = w.cliente AND l.dia > ?3)`;
/** With max(), SQLite takes the other columns from the row of the maximum: the newest name. */
const READ_PRODUCTOS = `
  SELECT producto_id AS productoId, nombre, max(dia) AS dia,
         sum(unidades) AS unidades, sum(ventas_cents) AS ventasCents
  FROM resumen_productos WHERE restaurante_id = ? AND dia BETWEEN ? AND ?
  GROUP BY producto_id HAVING sum(unidades) > 0
  ORDER BY ventasCents DESC, unidades DESC, producto_id LIMIT ${TOP_PRODUCTOS}`;

/** The two statements of every summary, exported to measure them. */
export const summaryStatements = (restauranteId: string, from: Dia, to: Dia) =>
  [READ_TOTALS, READ_PRODUCTOS].map((sql) => ({ sql, values: [restauranteId, from, to] }));

interface TotalsRow extends Omit<SummaryTotals, 'clientes' | 'productos'> {
  visitas: number;
  ultimos: number;
}

export const readSummary = (
  { get, all }: Connection,
  restauranteId: string,
  from: Dia,
  to: Dia,
): SummaryTotals => {
  const row = get<TotalsRow>(READ_TOTALS, restauranteId, from, to) as TotalsRow;
  const { visitas, ultimos, ...totals } = row;
  let clientes = visitas;
  if (from !== to) {
    const later = get<{ later: number }>(HAS_LATER, restauranteId, to)?.later === 1;
    const returned = later
      ? (get<{ n: number }>(COUNT_RETURNED, restauranteId, from, to)?.n ?? 0)
      : 0;
    clientes = ultimos + returned;
  }
  type Row = SoldProduct & { dia: Dia };
  const rows = all<Row>(READ_PRODUCTOS, restauranteId, from, to);
  return { ...totals, clientes, productos: rows.map(({ dia: _, ...product }) => product) };
};
