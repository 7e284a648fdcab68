import type { Comando, ComandoPedido } from '../../../src/contract/comandos.ts';
import type { Estado, Tipo } from '../../../src/contract/recursos/pedido.ts';
import { DAY_MS } from '../../../src/domain/time.ts';
import { comando } from '../../../test/support/samples.ts';
import type { DataSize } from '../../scale.ts';
import { draft, restaurantIds, saveRestaurant } from '../../support/commands.ts';

/** A restaurant with a long history, 15 % of it in the last 30 days; and one whose 1,500 orders are all in them. */
export const LARGE = 'rest_bench_grande';
export const SMALL = 'rest_bench_pequeno';
const HISTORY_DAYS = 200;
const SMALL_DAYS = 30;
const SMALL_ORDERS = 1_500;
/** Orders of an ordinary restaurant before the next one's turn. */
const TURN_ORDERS = 100;

export const historyId = (orders: number): string => `rest_bench_con${orders}`;
export const slugOf = (id: string): string => id.replaceAll('_', '-');

export const ordinaryIds = ({ restaurants }: DataSize): string[] => restaurantIds(restaurants);

export const longestHistory = ({ histories }: DataSize): number => Math.max(0, ...histories);
export const largeOrders = (size: DataSize): number => longestHistory(size) * size.largeCopies;

export const orderCount = (size: DataSize): number =>
  size.restaurants * size.ordersEach +
  SMALL_ORDERS +
  size.histories.reduce((sum, each) => sum + each, 0) +
  largeOrders(size);

export const everyRestaurant = (size: DataSize): Comando<'restaurante.guardar'>[] =>
  [...ordinaryIds(size), LARGE, SMALL, ...size.histories.map(historyId)].map(saveRestaurant);

/**
 * Generates the orders of all restaurants but the large one (copies.ts), oldest first within each: ids follow time,
 * as in real life. Ordinary restaurants take turns.
 */
export function* everyOrder(size: DataSize, nowMs: number): Generator<ComandoPedido> {
  for (let first = 0; first < size.ordersEach; first += TURN_ORDERS) {
    for (const id of ordinaryIds(size)) {
      for (let i = first; i < Math.min(first + TURN_ORDERS, size.ordersEach); i += 1) {
        yield past(id, i, size.ordersEach, HISTORY_DAYS, nowMs);
      }
    }
  }
  yield* history(SMALL, SMALL_ORDERS, SMALL_DAYS, nowMs);
  for (const orders of size.histories) {
    yield* history(historyId(orders), orders, HISTORY_DAYS, nowMs);
  }
}

function* history(id: string, orders: number, days: number, nowMs: number) {
  for (let i = 0; i < orders; i += 1) yield past(id, i, orders, days, nowMs);
}

/** The i-th of `orders`, spread evenly over the last days. */
const past = (
  restauranteId: string,
  i: number,
  orders: number,
  days: number,
  nowMs: number,
): ComandoPedido => {
  const creadoMs = nowMs - ((orders - i) * days * DAY_MS) / orders;
  const momento = new Date(creadoMs).toISOString();
  const paid = { metodo: metodoOf(i), estado: 'pagado' };
  const pedido = draft(i, creadoMs, {
    tipo: tipoOf(i),
    estado: estadoOf(i),
    pago: {
      ...paid,
      proveedor: 'redsys',
      referencia_externa: `rs-${i}`,
      pagos: [{ ...paid, importe_cents: 3_679, referencia_externa: null, momento }],
    },
  });
  return comando.importar(pedido, [], { restaurante_id: restauranteId });
};

/** Nearly all orders have one state; another is uncommon, and a third is rare. */
const estadoOf = (i: number): Estado => {
  if (i % 2_003 === 0) return 'listo';
  return i % 12 === 0 ? 'cancelado' : 'entregado';
};
const metodoOf = (i: number): string => {
  if (i % 5_003 === 0) return 'bizum';
  return i % 3 === 0 ? 'efectivo' : 'tarjeta';
};
const tipoOf = (i: number): Tipo => {
  const share = (i * 7) % 10;
  if (share < 6) return 'reparto';
  return share < 9 ? 'recogida' : 'mesa';
};
