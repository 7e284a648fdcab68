import type { Comando, ComandoPedido } from '../../src/contract/comandos.ts';
import type { PedidoDraft } from '../../src/contract/recursos/pedido.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { makeRandomBytes } from '../../src/random.ts';
import { comando, samplePedido, sampleRestaurante } from '../../test/support/samples.ts';

const START_MS = Date.UTC(2026, 8, 1, 10);
const STATES = ['confirmado', 'en_preparacion', 'listo', 'en_reparto', 'entregado'] as const;

/** Its creation, and one for each state. */
export const COMMANDS_PER_ORDER = 1 + STATES.length;

export const restaurantId = (n: number): string => `rest_bench_${n}`;

export const restaurantCommands = (count: number): Comando<'restaurante.guardar'>[] =>
  Array.from({ length: count }, (_, n) =>
    comando.guardarRestaurante(sampleRestaurante({ id: restaurantId(n), slug: `bench-${n}` })),
  );

/** Different clients, dishes and moments, so that no row of the summary is the only hot one. */
export const draft = (i: number, creadoMs: number, overrides: Partial<PedidoDraft> = {}) =>
  samplePedido({
    ...overrides,
    creado_en: new Date(creadoMs).toISOString(),
    cliente: {
      nombre: `Cliente ${i}`,
      telefono: `+34 6${String(i % 40_000).padStart(8, '0')}`,
      email: `cliente${i % 40_000}@example.com`,
      consintio_marketing: i % 3 === 0,
    },
    items: samplePedido().items.map((item, k) => ({
      ...item,
      producto_id: `prod_${(i * 7 + k * 13) % 60}`,
      nombre: `Plato ${(i * 7 + k * 13) % 60}`,
    })),
  });

/** The n-th order: its id, its restaurant and its moment. */
interface OrderHead {
  id: string;
  restauranteId: string;
  creadoMs: number;
}

/**
 * Whole lives of orders, as a dinner service produces them: `inFlight` orders advance side by side,
 * spread over the restaurants.
 */
export function* orderLives(
  orders: number,
  restaurants: number,
  inFlight = 200,
): Generator<ComandoPedido> {
  yield* livesOf(orders, inFlight, (i) => ({
    id: `ped_bench_${String(i).padStart(9, '0')}`,
    restauranteId: restaurantId(i % restaurants),
    creadoMs: START_MS + i * 2_000,
  }));
}

/** The same for restaurants with a history: these orders are new, and their ids say so. */
export const newOrderLives = (
  orders: number,
  restaurants: readonly string[],
  inFlight: number,
): Iterable<ComandoPedido> => {
  const mintId = makeMintId(makeRandomBytes());
  const heads = Array.from({ length: orders }, (_, i): OrderHead => {
    const creadoMs = Date.now();
    const restauranteId = restaurants[i % restaurants.length] ?? '';
    return { id: mintId('pedido', creadoMs), restauranteId, creadoMs };
  });
  return livesOf(orders, inFlight, (i) => heads[i] as OrderHead);
};

function* livesOf(
  orders: number,
  inFlight: number,
  head: (i: number) => OrderHead,
): Generator<ComandoPedido> {
  for (let first = 0; first < orders; first += inFlight) {
    const wave = Array.from({ length: Math.min(inFlight, orders - first) }, (_, k) => first + k);
    for (const i of wave) {
      const { id, restauranteId, creadoMs } = head(i);
      yield comando.crear({ ...draft(i, creadoMs), id }, { restaurante_id: restauranteId });
    }
    for (const estado of STATES) {
      for (const i of wave) {
        const { id, restauranteId } = head(i);
        yield comando.avanzar(id, estado, { restaurante_id: restauranteId });
      }
    }
  }
}

export const ndjson = (comandos: Iterable<unknown>): Buffer =>
  Buffer.from([...comandos].map((each) => `${JSON.stringify(each)}\n`).join(''));

/** Command lines in chunks of so many. (Iterator.take would close what it takes from.) */
export function* chunkedNdjson(comandos: Iterable<unknown>, chunkLines: number): Generator<Buffer> {
  let chunk: unknown[] = [];
  for (const each of comandos) {
    if (chunk.push(each) < chunkLines) continue;
    yield ndjson(chunk);
    chunk = [];
  }
  if (chunk.length > 0) yield ndjson(chunk);
}
