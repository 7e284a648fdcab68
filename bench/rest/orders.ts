import type { Comando, ComandoPedido } from '../../src/contract/comandos.ts';
import type { Estado, Tipo } from '../../src/contract/pedido.ts';
import { comando, sampleRestaurante } from '../../test/support/samples.ts';
import { draft, restaurantCommands, restaurantId } from '../support/lifecycles.ts';

export interface DataSize {
  /** Restaurants of the same size, which share `orders`. */
  restaurants: number;
  orders: number;
  /** Orders of the one large restaurant. */
  bigOrders: number;
}

/** A restaurant with a long history, 15 % of it within 30 days; and one with 1,500 orders in them. */
export const BIG = 'rest_bench_grande';
export const SMALL = 'rest_bench_pequeno';
const BIG_DAYS = 200;
const SMALL_DAYS = 30;
const SMALL_ORDERS = 1_500;
/**
 * As many take turns. A restaurant's orders must not lie side by side on the disk, which they never do
 * in real life; with all restaurants in turns, batches of one would make loading slow.
 */
const BLOCK_RESTAURANTS = 50;
const DAY_MS = 86_400_000;

export const everyRestaurant = ({ restaurants }: DataSize): Comando<'restaurante.guardar'>[] => [
  ...restaurantCommands(restaurants),
  ...[BIG, SMALL].map((id) =>
    comando.guardarRestaurante(sampleRestaurante({ id, slug: id.replaceAll('_', '-') })),
  ),
];

/** All orders, oldest first within each restaurant: ids follow time, as in real life. */
export function* everyOrder(size: DataSize, nowMs: number): Generator<ComandoPedido> {
  const { orders, restaurants, bigOrders } = size;
  const each = Math.floor(orders / restaurants);
  const stepMs = (BIG_DAYS * DAY_MS) / each;
  for (let first = 0; first < restaurants; first += BLOCK_RESTAURANTS) {
    const end = Math.min(first + BLOCK_RESTAURANTS, restaurants);
    for (let i = 0; i < each; i += 1) {
      for (let r = first; r < end; r += 1)
        yield past(i, nowMs - (each - i) * stepMs, restaurantId(r));
    }
  }
  yield* spread(BIG, bigOrders, BIG_DAYS, nowMs);
  yield* spread(SMALL, SMALL_ORDERS, SMALL_DAYS, nowMs);
}

export const orderCount = ({ orders, bigOrders }: DataSize): number =>
  orders + bigOrders + SMALL_ORDERS;

function* spread(id: string, orders: number, days: number, nowMs: number) {
  const stepMs = (days * DAY_MS) / orders;
  for (let i = 0; i < orders; i += 1) yield past(i, nowMs - (orders - i) * stepMs, id);
}

const past = (i: number, creadoMs: number, restauranteId: string): ComandoPedido => {
  const momento = new Date(creadoMs).toISOString();
  const pedido = draft(i, creadoMs, {
    tipo: tipoOf(i),
    estado: estadoOf(i),
    pago: {
      metodo: 'tarjeta',
      estado: 'pagado',
      proveedor: 'redsys',
      referencia_externa: `rs-${i}`,
      pagos: [
        {
          metodo: 'tarjeta',
          importe_cents: 3_679,
          estado: 'pagado',
          referencia_externa: null,
          momento,
        },
      ],
    },
  });
  return comando.importar(pedido, [], { restaurante_id: restauranteId });
};

/** One state that nearly all orders have, one that is uncommon and one that is rare. */
const estadoOf = (i: number): Estado => {
  if (i % 2_003 === 0) return 'listo';
  return i % 12 === 0 ? 'cancelado' : 'entregado';
};
const tipoOf = (i: number): Tipo => {
  const share = (i * 7) % 10;
  if (share < 6) return 'reparto';
  return share < 9 ? 'recogida' : 'mesa';
};
