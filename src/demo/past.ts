import type { Comando, ComandoPedido } from '../contract/comandos.ts';
import type { EntradaHistorial, Origen } from '../contract/recursos/historial.ts';
import type { Pedido } from '../contract/recursos/pedido.ts';
import { apply } from '../domain/pedido/pedido.ts';
import { arrivalsBetween } from './arrivals.ts';
import { type Life, makeLife, REAL_PACE } from './life.ts';
import { makeOrders, type Nuevo } from './order.ts';
import type { Place } from './places/place.ts';

type OrderWithHistory = { pedido: Pedido; historial: EntradaHistorial[] };

/** Applies commands by the rules of the service itself, so that the demo knows what they lead to. */
export const applyAll = (
  { perfil: { id, slug, nombre } }: Place,
  before: OrderWithHistory | null,
  comandos: readonly ComandoPedido[],
  now: number,
): OrderWithHistory => {
  const context = {
    now,
    restaurante: { id, slug, nombre },
    // The service gives the number; the demo gives an id to everything itself.
    nextNumero: () => '00000000-0',
    mintId: () => {
      throw new Error('the demo names everything itself');
    },
  };
  let current = before;
  for (const comando of comandos) {
    const applied = apply(current?.pedido ?? null, comando, context);
    if (!applied.ok) throw new Error(`the demo contradicts itself: ${applied.error}`);
    const historial = [...(current?.historial ?? []), ...applied.entradas];
    current = { pedido: applied.pedido, historial };
  }
  if (current === null) throw new Error('a step has at least one command');
  return current;
};

const ORIGEN: Record<Nuevo['fuente'], Origen> = {
  web_publica: 'sistema',
  tpv: 'tpv',
  manual: 'panel',
  admin: 'panel',
};

export const creation = (place: Place, pedido: Nuevo): Comando<'pedido.crear'> => {
  const origen = ORIGEN[pedido.fuente];
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

export function* pastCommands(
  seed: string,
  place: Place,
  fromMs: number,
  nowMs: number,
): Generator<Comando<'pedido.importar'>> {
  const orderAt = makeOrders(seed, place);
  const nextStep = makeLife(seed, place);
  for (const creadoMs of arrivalsBetween(seed, place, fromMs, nowMs)) {
    const crear = creation(place, orderAt(creadoMs, { ahead: true }));
    const { pedido, historial } = liveUntil(nowMs, place, nextStep, crear, creadoMs);
    // The service chooses the number, because it knows those that it has given out that day.
    const { numero: _, ...draft } = pedido;
    yield { op: 'pedido.importar', restaurante_id: place.perfil.id, pedido: draft, historial };
  }
}

const liveUntil = (
  nowMs: number,
  place: Place,
  nextStep: Life,
  crear: ComandoPedido,
  creadoMs: number,
): OrderWithHistory => {
  let sinceMs = creadoMs;
  let current = applyAll(place, null, [crear], creadoMs);
  for (;;) {
    const step = nextStep(current.pedido, sinceMs, REAL_PACE);
    if (step === null || step.dueMs > nowMs) return current;
    sinceMs = step.dueMs;
    current = applyAll(place, current, step.comandos, sinceMs);
  }
};
