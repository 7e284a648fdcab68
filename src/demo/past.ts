import type { Comando, ComandoPedido } from '../contract/comandos.ts';
import type { EntradaHistorial } from '../contract/recursos/historial.ts';
import type { Pedido } from '../contract/recursos/pedido.ts';
import type { DraftContext } from '../domain/pedido/borrador.ts';
import { apply } from '../domain/pedido/pedido.ts';
import { momentsBetween } from './calendar.ts';
import { type Life, makeLife, REAL_PACE } from './life.ts';
import { makeOrders, type Nuevo, ORIGEN_OF } from './order.ts';
import type { Place } from './places/place.ts';

/** Carries commands out as the service would, to know what becomes of an order. */
export const makeMirror = ({ perfil: { id, slug, nombre } }: Place) => {
  const contextAt = (now: number): DraftContext => ({
    now,
    restaurante: { id, slug, nombre },
    // The service numbers orders; everything else of the demo's has its id.
    nextNumero: () => '00000000-0',
    mintId: () => {
      throw new Error('the demo names everything itself');
    },
  });
  return (pedido: Pedido | null, comando: ComandoPedido, nowMs: number) => {
    const applied = apply(pedido, comando, contextAt(nowMs));
    if (!applied.ok) throw new Error(`the demo contradicts itself: ${applied.error}`);
    return applied;
  };
};
export type Mirror = ReturnType<typeof makeMirror>;

export const creation = (place: Place, pedido: Nuevo): Comando<'pedido.crear'> => {
  const origen = ORIGEN_OF[pedido.fuente];
  return {
    op: 'pedido.crear',
    restaurante_id: place.perfil.id,
    pedido,
    origen,
    usuario: origen === 'sistema' ? null : (place.sala[0] ?? null),
    detalle: {},
    momento: pedido.creado_en,
  };
};

/**
 * The orders that came in after `fromMs`, up to `nowMs`, as they stand now: each is lived through by the
 * rules of the service itself, so that its history and its state cannot disagree.
 */
export function* pastCommands(
  seed: string,
  place: Place,
  fromMs: number,
  nowMs: number,
): Generator<Comando<'pedido.importar'>> {
  const orders = makeOrders(seed, place);
  const life = makeLife(seed, place);
  const mirror = makeMirror(place);
  for (const creadoMs of momentsBetween(seed, place, fromMs, nowMs)) {
    const nuevo = orders.orderAt(creadoMs, { ahead: true });
    const { pedido, historial } = live(life, mirror, creation(place, nuevo), creadoMs, nowMs);
    // Its number is left to the service, which knows what it has given out that day.
    const { numero: _, ...draft } = pedido;
    yield { op: 'pedido.importar', restaurante_id: place.perfil.id, pedido: draft, historial };
  }
}

const live = (
  life: Life,
  mirror: Mirror,
  crear: ComandoPedido,
  creadoMs: number,
  nowMs: number,
) => {
  const historial: EntradaHistorial[] = [];
  let sinceMs = creadoMs;
  let { pedido, entradas } = mirror(null, crear, creadoMs);
  historial.push(...entradas);
  for (;;) {
    const step = life.next(pedido, sinceMs, REAL_PACE);
    if (step === null || step.dueMs > nowMs) return { pedido, historial };
    sinceMs = step.dueMs;
    for (const comando of step.comandos) {
      ({ pedido, entradas } = mirror(pedido, comando, sinceMs));
      historial.push(...entradas);
    }
  }
};
