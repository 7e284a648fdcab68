import type { Comando, ComandoPedido } from '../contract/comandos.ts';
import type { EntradaHistorial, Origen } from '../contract/recursos/historial.ts';
import type { Pedido } from '../contract/recursos/pedido.ts';
import { apply } from '../domain/pedido/pedido.ts';
import { arrivalsBetween } from './arrivals.ts';
import { type Life, makeLife, REAL_PACE } from './life.ts';
import { makeOrders, type Nuevo } from './order.ts';
import type { Place } from './places/place.ts';

type Told = { pedido: Pedido; historial: EntradaHistorial[] };

/** Applies commands by the rules of the service itself, so that the demo knows what they lead to. */
export const applyAll = (
  { perfil: { id, slug, nombre } }: Place,
  before: Told | null,
  comandos: readonly ComandoPedido[],
  now: number,
): Told => {
  const context = {
    now,
    restaurante: { id, slug, nombre },
    // The service numbers orders; everything else of the demo's has its id.
    nextNumero: () => '00000000-0',
    mintId: () => {
      throw new Error('the demo names everything itself');
    },
  };
  let told = before;
  for (const comando of comandos) {
    const applied = apply(told?.pedido ?? null, comando, context);
    if (!applied.ok) throw new Error(`the demo contradicts itself: ${applied.error}`);
    const historial = [...(told?.historial ?? []), ...applied.entradas];
    told = { pedido: applied.pedido, historial };
  }
  if (told === null) throw new Error('a step has at least one command');
  return told;
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
    // Its number is left to the service, which knows those it has given out that day.
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
): Told => {
  let sinceMs = creadoMs;
  let told = applyAll(place, null, [crear], creadoMs);
  for (;;) {
    const step = nextStep(told.pedido, sinceMs, REAL_PACE);
    if (step === null || step.dueMs > nowMs) return told;
    sinceMs = step.dueMs;
    told = applyAll(place, told, step.comandos, sinceMs);
  }
};
