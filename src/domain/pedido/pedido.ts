import type { Comando } from '../../contract/comandos.ts';
import { IMPORTADO, type TipoEvento, type TipoRegistrado } from '../../contract/recursos/evento.ts';
import type { EntradaHistorial } from '../../contract/recursos/historial.ts';
import { Pago } from '../../contract/recursos/importes.ts';
import { Entrega, Fiscal } from '../../contract/recursos/partes.ts';
import { type CampoPedido, Pedido } from '../../contract/recursos/pedido.ts';
import { type ComandoLog, withoutCliente } from '../cliente/olvido.ts';
import { sameJson } from '../same-json.ts';
import { isoTimestamp } from '../time.ts';
import { completePedido, type DraftContext, mintItemIds } from './borrador.ts';
import { CAMBIOS, cambiosOf } from './cambios.ts';
import { type Refusal, refuse } from './refusal.ts';
import { eventOfState, isAccepted, isFinal, refuseTransition } from './transiciones.ts';

/** The outcome of a command that was accepted. `evento` is null when nothing is to be announced. */
export interface Applied {
  ok: true;
  pedido: Pedido;
  entradas: EntradaHistorial[];
  evento: { tipo: TipoRegistrado; cambios: CampoPedido[] } | null;
}

const ALL_FIELDS = Object.keys(Pedido.properties) as CampoPedido[];

/**
 * The whole life of an order, one command at a time. Pure: returns the new order, its history and at most
 * one event, or a refusal; never changes the order it was given.
 */
export const apply = (
  pedido: Pedido | null,
  comando: ComandoLog,
  context: DraftContext,
): Applied | Refusal => {
  const momento = comando.momento ?? isoTimestamp(context.now);
  if (comando.op === 'pedido.crear') return create(pedido, comando, momento, context);
  if (comando.op === 'pedido.importar') return importPast(pedido, comando, momento, context);
  if (pedido === null) {
    return refuse('no_encontrado', `No existe el pedido «${comando.pedido_id}».`, '/pedido_id');
  }
  switch (comando.op) {
    case 'pedido.avanzar':
      return comando.estado === 'cancelado'
        ? callOff(pedido, comando, momento, 'cancelado')
        : advance(pedido, comando, momento);
    case 'pedido.cancelar':
      return callOff(pedido, comando, momento, 'cancelado');
    case 'pedido.rechazar':
      return callOff(pedido, comando, momento, 'rechazado');
    case 'pedido.modificar_items':
      return changeItems(pedido, comando, momento, context);
    case 'pedido.anotar':
      return annotate(pedido, comando, momento);
    case 'pedido.olvidar': {
      const entry = historyEntry(comando, momento, 'cliente_olvidado');
      return changed(pedido, withoutCliente(pedido), entry, 'pedido.estado_cambiado');
    }
  }
};

const create = (
  existing: Pedido | null,
  comando: Comando<'pedido.crear'>,
  momento: string,
  context: DraftContext,
): Applied | Refusal => {
  const pedido = completePedido(existing, comando.pedido, momento, context);
  if ('ok' in pedido) return pedido;
  return {
    ok: true,
    pedido,
    entradas: [historyEntry(comando, momento, 'creado')],
    evento: { tipo: 'pedido.nuevo', cambios: ALL_FIELDS },
  };
};

/**
 * Stores a past order with the history that it brings, and announces it only to clients that copy the orders. A time that
 * it does not bring is unknown: the moment of the import would be a lie.
 */
const importPast = (
  existing: Pedido | null,
  comando: Comando<'pedido.importar'>,
  momento: string,
  context: DraftContext,
): Applied | Refusal => {
  const draft = { aceptado_en: null, entregado_en: null, ...comando.pedido };
  const pedido = completePedido(existing, draft, momento, context);
  if ('ok' in pedido) return pedido;
  const evento = { tipo: IMPORTADO, cambios: ALL_FIELDS } as const;
  return { ok: true, pedido, entradas: comando.historial ?? [], evento };
};

const advance = (
  pedido: Pedido,
  comando: Comando<'pedido.avanzar'>,
  momento: string,
): Applied | Refusal => {
  const { estado } = comando;
  if (estado === pedido.estado) return unchanged(pedido);
  const refusal = refuseTransition(pedido.tipo, pedido.estado, estado);
  if (refusal !== null) return refusal;
  const next: Pedido = {
    ...pedido,
    estado,
    aceptado_en: pedido.aceptado_en ?? (isAccepted(estado) ? momento : null),
    entregado_en: pedido.entregado_en ?? (estado === 'entregado' ? momento : null),
  };
  return changed(pedido, next, historyEntry(comando, momento, estado), eventOfState(estado));
};

const callOff = (
  pedido: Pedido,
  comando: ComandoLog,
  momento: string,
  accion: 'cancelado' | 'rechazado',
): Applied | Refusal => {
  if (accion === 'rechazado' && pedido.estado !== 'pendiente') {
    const error = `Solo se rechaza un pedido «pendiente», y este está en «${pedido.estado}».`;
    return refuse('transicion_invalida', error);
  }
  if (pedido.estado === 'cancelado') return unchanged(pedido);
  const refusal = refuseTransition(pedido.tipo, pedido.estado, 'cancelado');
  if (refusal !== null) return refusal;
  const next: Pedido = { ...pedido, estado: 'cancelado' };
  const tipo = accion === 'rechazado' ? 'pedido.rechazado' : 'pedido.cancelado';
  return changed(pedido, next, historyEntry(comando, momento, accion), tipo);
};

const changeItems = (
  pedido: Pedido,
  comando: Comando<'pedido.modificar_items'>,
  momento: string,
  context: DraftContext,
): Applied | Refusal => {
  if (isFinal(pedido.estado)) {
    const error = `Un pedido en «${pedido.estado}» ya no cambia de artículos.`;
    return refuse('transicion_invalida', error);
  }
  const items = mintItemIds(comando.items, context);
  const next: Pedido = { ...pedido, items, totales: comando.totales };
  const entry = historyEntry(comando, momento, 'items_modificados');
  return changed(pedido, next, entry, 'pedido.item_modificado');
};

/** Objects that a note may complete field by field, with the fields that they require. */
const MERGED = [
  ['pago', Pago.required],
  ['entrega', Entrega.required],
  ['fiscal', Fiscal.required],
] as const;

const annotate = (
  pedido: Pedido,
  comando: Comando<'pedido.anotar'>,
  momento: string,
): Applied | Refusal => {
  const merged: Record<string, unknown> = { ...comando.cambios };
  for (const [field, required] of MERGED) {
    const note = comando.cambios[field];
    if (note === undefined || note === null) continue;
    const whole = { ...pedido[field], ...note };
    const absent = required.find((name) => !(name in whole));
    if (absent !== undefined) {
      const error = `Falta «${absent}»: el pedido no tenía «${field}» que completar.`;
      return refuse('comando_invalido', error, `/cambios/${field}/${absent}`);
    }
    merged[field] = whole;
  }
  const next = { ...pedido, ...merged } as Pedido;
  const entry = historyEntry(comando, momento, 'anotado');
  const cambios = cambiosOf(pedido, next, Object.keys(comando.cambios) as CampoPedido[]);
  entry.detalle = { ...entry.detalle, [CAMBIOS]: cambios };
  return changed(pedido, next, entry, 'pedido.estado_cambiado');
};

const historyEntry = (
  comando: ComandoLog,
  momento: string,
  accion: EntradaHistorial['accion'],
): EntradaHistorial => ({
  momento,
  accion,
  origen: comando.origen ?? 'sistema',
  usuario: comando.usuario ?? null,
  detalle: comando.detalle ?? {},
});

const unchanged = (pedido: Pedido): Applied => ({ ok: true, pedido, entradas: [], evento: null });

/** A command that leaves every field as it was is accepted and leaves no trace. */
const changed = (
  before: Pedido,
  after: Pedido,
  entry: EntradaHistorial,
  tipo: TipoEvento,
): Applied => {
  const cambios = ALL_FIELDS.filter((field) => !sameJson(before[field], after[field]));
  if (cambios.length === 0) return unchanged(before);
  return { ok: true, pedido: after, entradas: [entry], evento: { tipo, cambios } };
};
