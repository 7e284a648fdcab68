import {
  type ClientDay,
  firstChangedDays,
  updateClientDays,
} from '../../domain/resumen/clientes.ts';
import { type DiaTotals, noSales, type ResumenDeltas } from '../../domain/resumen/resumen.ts';
import { insert, lookup, type Step, send, type Work } from '../database.ts';

const TOTALS = {
  pedidos: 'bigint',
  cancelados: 'bigint',
  ventas_cents: 'bigint',
  reparto: 'bigint',
  recogida: 'bigint',
  mesa: 'bigint',
} as const;
const ADD_TOTALS = `
    pedidos = t.pedidos + excluded.pedidos, cancelados = t.cancelados + excluded.cancelados,
    ventas_cents = t.ventas_cents + excluded.ventas_cents, reparto = t.reparto + excluded.reparto,
    recogida = t.recogida + excluded.recogida, mesa = t.mesa + excluded.mesa`;
const DIAS = {
  table: 'resumen_dias',
  columns: { dia: 'text', ...TOTALS, clientes: 'bigint', ultimos: 'bigint' },
  onConflict: `ON CONFLICT (restaurante_id, dia) DO UPDATE SET ${ADD_TOTALS},
    clientes = t.clientes + excluded.clientes, ultimos = t.ultimos + excluded.ultimos`,
} as const;
const CUARTOS = {
  table: 'resumen_cuartos',
  columns: { inicio: 'bigint', ...TOTALS },
  onConflict: `ON CONFLICT (restaurante_id, inicio) DO UPDATE SET ${ADD_TOTALS}`,
} as const;
/** Only sales update the name: an order that is taken out carries an older one. */
const PRODUCTOS = {
  table: 'resumen_productos',
  columns: {
    dia: 'text',
    producto_id: 'text',
    nombre: 'text',
    unidades: 'bigint',
    ventas_cents: 'bigint',
  },
  onConflict: `ON CONFLICT (restaurante_id, dia, producto_id) DO UPDATE SET
    nombre = CASE WHEN excluded.unidades > 0 THEN excluded.nombre ELSE t.nombre END,
    unidades = t.unidades + excluded.unidades, ventas_cents = t.ventas_cents + excluded.ventas_cents`,
} as const;
const CLIENTES = {
  table: 'resumen_clientes',
  columns: { cliente: 'text', dia: 'text', pedidos: 'bigint' },
  onConflict: 'ON CONFLICT (restaurante_id, cliente, dia) DO UPDATE SET pedidos = excluded.pedidos',
} as const;
export const RESUMEN_TARGETS = [DIAS, CUARTOS, PRODUCTOS, CLIENTES];
/** Finds rows by client alone: the plan of a join with new values would depend on the planner's estimates. */
const DELETE_CLIENTES = `
  DELETE FROM resumen_clientes
  WHERE restaurante_id = $1 AND cliente = ANY ($2::text[]) AND pedidos = 0`;
/** A client's days from one on, and the last day before it, as `updateClientDays` needs them. */
export const READ_CLIENTE = {
  key: { cliente: 'text', dia: 'text' },
  sql: `SELECT d.cliente, d.dia, d.pedidos FROM resumen_clientes d
    WHERE d.restaurante_id = $1 AND d.cliente = k.cliente AND d.dia >= coalesce(
      (SELECT max(b.dia) FROM resumen_clientes b
       WHERE b.restaurante_id = $1 AND b.cliente = k.cliente AND b.dia < k.dia), k.dia)`,
} as const;

/** Reads the clients' days that the deltas touch. */
export const readClientDays = (
  restauranteId: string,
  { clientes }: ResumenDeltas,
): Step<ClientDay[]> =>
  lookup(READ_CLIENTE, restauranteId, [...firstChangedDays(clientes.values())]);

const NO_SALES = noSales();
const NO_CLIENTS = { clientes: 0, ultimos: 0 };
const valuesOf = (totals: DiaTotals): number[] => {
  const { pedidos, cancelados, ventasCents, reparto, recogida, mesa } = totals;
  return [pedidos, cancelados, ventasCents, reparto, recogida, mesa];
};

/** Adds changes to the summary rows; `clientDays` is the result of `readClientDays`. */
export function* writeResumen(
  restauranteId: string,
  deltas: ResumenDeltas,
  clientDays: readonly ClientDay[],
): Work<void> {
  const shift = updateClientDays(deltas.clientes.values(), clientDays);
  const days = [...new Set([...deltas.dias.keys(), ...shift.dias.keys()])].map((dia) => {
    const { clientes, ultimos } = shift.dias.get(dia) ?? NO_CLIENTS;
    return [dia, ...valuesOf(deltas.dias.get(dia) ?? NO_SALES), clientes, ultimos];
  });
  yield* insert(DIAS, restauranteId, days);
  const cuartos = Array.from(deltas.cuartos, ([inicio, totals]) => [inicio, ...valuesOf(totals)]);
  yield* insert(CUARTOS, restauranteId, cuartos);
  const productos = Array.from(deltas.productos.values(), (each) => [
    each.dia,
    each.productoId,
    each.nombre,
    each.unidades,
    each.ventasCents,
  ]);
  yield* insert(PRODUCTOS, restauranteId, productos);
  const clientes = shift.rows.map(({ cliente, dia, pedidos }) => [cliente, dia, pedidos]);
  yield* insert(CLIENTES, restauranteId, clientes);
  const gone = shift.rows.filter(({ pedidos }) => pedidos === 0).map(({ cliente }) => cliente);
  if (gone.length > 0) yield* send(DELETE_CLIENTES, restauranteId, gone);
}
