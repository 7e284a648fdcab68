import type { Comando, ComandoPedido } from '../../src/contract/comandos.ts';
import type { Estado, Tipo } from '../../src/contract/recursos/pedido.ts';
import { comando, sampleRestaurante } from '../../test/support/samples.ts';
import { draft, restaurantCommands, restaurantId } from '../support/lifecycles.ts';

export interface DataSize {
  /** Restaurants of the same size, which share `orders`. */
  restaurants: number;
  orders: number;
  /** Orders of the one large restaurant. */
  bigOrders: number;
  /** Orders of restaurants between the ordinary ones and the large one. */
  between: readonly number[];
}

/** A restaurant with a long history, 15 % of it within 30 days; and one with 1,500 orders in them. */
export const BIG = 'rest_bench_grande';
export const SMALL = 'rest_bench_pequeno';
export const betweenId = (orders: number): string => `rest_bench_con${orders}`;
const BIG_DAYS = 200;
const SMALL_DAYS = 30;
const SMALL_ORDERS = 1_500;
const DAY_MS = 86_400_000;

export const ordinaryIds = ({ restaurants }: DataSize): string[] =>
  Array.from({ length: restaurants }, (_, n) => restaurantId(n));

export const everyRestaurant = (size: DataSize): Comando<'restaurante.guardar'>[] => [
  ...restaurantCommands(size.restaurants),
  ...[BIG, SMALL, ...size.between.map(betweenId)].map((id) =>
    comando.guardarRestaurante(sampleRestaurante({ id, slug: id.replaceAll('_', '-') })),
  ),
];

/**
 * Orders of the restaurants that are loaded and not copied (clone.ts), oldest first within each: ids follow
 * time, as in real life.
 */
export function* everyOrder(size: DataSize, nowMs: number): Generator<ComandoPedido> {
  const { orders, restaurants, between } = size;
  yield* spread(restaurantId(0), Math.floor(orders / restaurants), BIG_DAYS, nowMs);
  yield* spread(SMALL, SMALL_ORDERS, SMALL_DAYS, nowMs);
  for (const each of between) yield* spread(betweenId(each), each, BIG_DAYS, nowMs);
}

export const orderCount = ({ orders, bigOrders, between }: DataSize): number =>
  orders + bigOrders + SMALL_ORDERS + between.reduce((sum, each) => sum + each, 0);

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
