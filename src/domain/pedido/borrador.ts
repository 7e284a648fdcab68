import type { Item, ItemDraft } from '../../contract/recursos/item.ts';
import type { Pedido, PedidoDraft } from '../../contract/recursos/pedido.ts';
import type { MintId } from '../ids.ts';
import { type Refusal, refuse } from './refusal.ts';
import { isAccepted, refuseTransition } from './transiciones.ts';

/** Everything that completing a draft needs besides the draft. */
export interface DraftContext {
  /** Milliseconds since the epoch. */
  now: number;
  restaurante: Pedido['restaurante'];
  mintId: MintId;
  /** The next human number of the restaurant-local day on which an order was created. */
  nextNumero(creadoMs: number): string;
}

/** Completes a draft to a whole order: mints what is missing, keeps what is given. */
export const completePedido = (
  existing: Pedido | null,
  draft: PedidoDraft,
  momento: string,
  context: DraftContext,
): Pedido | Refusal => {
  if (existing !== null) {
    return refuse('conflicto', `Ya existe el pedido «${existing.id}».`, '/pedido/id');
  }
  const { restaurante } = context;
  if (draft.restaurante !== undefined && draft.restaurante.id !== restaurante.id) {
    const error = 'El restaurante del pedido no es el del comando.';
    return refuse('comando_invalido', error, '/pedido/restaurante/id');
  }
  const estado = draft.estado ?? 'pendiente';
  const misplaced = refuseTransition(draft.tipo, 'pendiente', estado);
  if (misplaced !== null) return { ...misplaced, ruta: '/pedido/estado' };

  const creadoEn = draft.creado_en ?? momento;
  const creadoMs = Date.parse(creadoEn);
  return {
    id: draft.id ?? context.mintId('pedido', creadoMs),
    numero: draft.numero ?? context.nextNumero(creadoMs),
    tipo: draft.tipo,
    estado,
    fuente: draft.fuente,
    creado_en: creadoEn,
    aceptado_en: given(draft.aceptado_en, isAccepted(estado) ? momento : null),
    entregado_en: given(draft.entregado_en, estado === 'entregado' ? momento : null),
    programado_para: draft.programado_para ?? null,
    restaurante: draft.restaurante ?? restaurante,
    cliente: draft.cliente,
    direccion: draft.direccion ?? null,
    mesa: draft.mesa ?? null,
    items: mintItemIds(draft.items, context),
    totales: draft.totales,
    pago: draft.pago,
    entrega: draft.entrega ?? null,
    fiscal: draft.fiscal ?? null,
    instrucciones: draft.instrucciones ?? null,
  };
};

/** A given null means "unknown" and is kept; only missing fields are filled in. */
const given = <T>(value: T | undefined, otherwise: T): T =>
  value === undefined ? otherwise : value;

export const mintItemIds = (
  drafts: readonly ItemDraft[],
  { mintId, now }: Pick<DraftContext, 'mintId' | 'now'>,
): Item[] =>
  drafts.map((draft) =>
    hasAllIds(draft)
      ? draft
      : {
          id: mintId('item', now),
          ...draft,
          opciones: draft.opciones.map((opcion) => ({ id: mintId('itemOpcion', now), ...opcion })),
        },
  );

const hasAllIds = (draft: ItemDraft): draft is Item =>
  draft.id !== undefined && draft.opciones.every((opcion) => opcion.id !== undefined);
