import {
  type ClientDay,
  firstChangedDays,
  updateClientDays,
} from '../../../domain/resumen/clientes.ts';
import type { Dia } from '../../../domain/resumen/dias.ts';
import type { DiaTotals, ResumenDeltas } from '../../../domain/resumen/resumen.ts';
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
