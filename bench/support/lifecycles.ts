import type { Comando, ComandoPedido } from '../../src/contract/comandos.ts';
import type { Pedido, PedidoDraft } from '../../src/contract/pedido.ts';
import { comando, samplePedido, sampleRestaurante } from '../../test/support/samples.ts';

const START_MS = Date.UTC(2026, 8, 1, 10);
const STATES = ['confirmado', 'en_preparacion', 'listo', 'en_reparto', 'entregado'] as const;

/** A life has this many commands: its creation and one for each state. */
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

/**
 * Whole lives of orders, as a dinner service produces them: `inFlight` orders advance side by side,
 * spread over the restaurants.
 */
export function* lifecycles(
  orders: number,
  restaurants: number,
  inFlight = 200,
): Generator<ComandoPedido> {
  for (let first = 0; first < orders; first += inFlight) {
    const wave = Array.from({ length: Math.min(inFlight, orders - first) }, (_, k) => first + k);
    const place = (i: number) => ({
      id: `ped_bench_${String(i).padStart(9, '0')}`,
      extra: { restaurante_id: restaurantId(i % restaurants) },
    });
    for (const i of wave) {
      const { id, extra } = place(i);
      yield comando.crear({ ...draft(i, START_MS + i * 2_000), id }, extra);
    }
    for (const estado of STATES) {
      for (const i of wave) {
        const { id, extra } = place(i);
        yield comando.avanzar(id, estado, extra);
      }
    }
  }
}

/** Finished orders of the past: the quick way to a large database. */
export function* pastOrders(orders: number, restaurants: number): Generator<ComandoPedido> {
  for (let i = 0; i < orders; i += 1) {
    const estado: Pedido['estado'] = i % 12 === 0 ? 'cancelado' : 'entregado';
    const pedido = { ...draft(i, START_MS - (orders - i) * 30_000), estado };
    yield comando.importar(pedido, [], { restaurante_id: restaurantId(i % restaurants) });
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
