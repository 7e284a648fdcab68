import { type ClientDay, updateClientDays } from '../../../domain/resumen/clientes.ts';
import { type DiaTotals, noSales, type ResumenDeltas } from '../../../domain/resumen/resumen.ts';
import { send, type Work } from '../../database.ts';
import { int8Array, textArray } from '../driver/arrays.ts';
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

/** Adds changes to the summary rows; `clientDays` is the result of `readClientDays`. */
export function* writeResumen(
  restauranteId: string,
  deltas: ResumenDeltas,
  clientDays: readonly ClientDay[],
): Work<void> {
  const shift = updateClientDays(deltas.clientes.values(), clientDays);
  const days = [...new Set([...deltas.dias.keys(), ...shift.dias.keys()])];
  if (days.length > 0) {
    const totals = totalArrays(days.map((dia) => deltas.dias.get(dia) ?? NO_SALES));
    const clients = (field: 'clientes' | 'ultimos') =>
      int8Array(days.map((dia) => shift.dias.get(dia)?.[field] ?? 0));
    const counts = [...totals, clients('clientes'), clients('ultimos')];
    yield* send(ADD_DIAS, restauranteId, textArray(days), ...counts);
  }
  if (deltas.cuartos.size > 0) {
    const cuartos = int8Array([...deltas.cuartos.keys()]);
    yield* send(ADD_CUARTOS, restauranteId, cuartos, ...totalArrays(deltas.cuartos.values()));
  }
  const productos = [...deltas.productos.values()];
  if (productos.length > 0) {
    yield* send(
      ADD_PRODUCTOS,
      restauranteId,
      textArray(productos.map((each) => each.dia)),
      textArray(productos.map((each) => each.productoId)),
      textArray(productos.map((each) => each.nombre)),
      int8Array(productos.map((each) => each.unidades)),
      int8Array(productos.map((each) => each.ventasCents)),
    );
  }
  yield* writeClientDays(restauranteId, shift.rows);
}
