import type { Comando, ComandoPedido } from '../../src/contract/comandos.ts';
import type { PedidoDraft } from '../../src/contract/recursos/pedido.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { makeRandomBytes } from '../../src/platform/random.ts';
import {
  comando,
  sampleItems,
  samplePedido,
  sampleRestaurante,
} from '../../test/support/samples.ts';

const STATES = ['confirmado', 'en_preparacion', 'listo', 'en_reparto', 'entregado'] as const;

/** The creation, and one command for each state. */
export const COMMANDS_PER_ORDER = 1 + STATES.length;

export const restaurantId = (n: number): string => `rest_bench_${n}`;

export const restaurantIds = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => restaurantId(n));

export const saveRestaurant = (id: string): Comando<'restaurante.guardar'> =>
  comando.guardarRestaurante(sampleRestaurante({ id, slug: id.replaceAll('_', '-') }));

/** Varies clients, dishes and moments, so that no row of the summary is the only hot one. */
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
    items: sampleItems().map((item, k) => ({
      ...item,
      producto_id: `prod_${(i * 7 + k * 13) % 60}`,
      nombre: `Plato ${(i * 7 + k * 13) % 60}`,
    })),
  });

/**
 * Whole lives of new orders, as in a dinner service: `inFlight` orders advance concurrently, spread over the
 * restaurants.
 */
export function* orderLives(
  count: number,
  restaurants: readonly string[],
  inFlight = 200,
): Generator<ComandoPedido> {
  const mintId = makeMintId(makeRandomBytes());
  for (let first = 0; first < count; first += inFlight) {
    const wave = Array.from({ length: Math.min(inFlight, count - first) }, (_, k) => {
      const restauranteId = restaurants[(first + k) % restaurants.length] ?? '';
      return { i: first + k, id: mintId('pedido', Date.now()), restauranteId };
    });
    for (const { i, id, restauranteId } of wave) {
      yield comando.crear({ ...draft(i, Date.now()), id }, { restaurante_id: restauranteId });
    }
    for (const estado of STATES) {
      for (const { id, restauranteId } of wave) {
        yield comando.avanzar(id, estado, { restaurante_id: restauranteId });
      }
    }
  }
}

export const ndjson = (comandos: Iterable<unknown>): Buffer =>
  Buffer.from([...comandos].map((each) => `${JSON.stringify(each)}\n`).join(''));
