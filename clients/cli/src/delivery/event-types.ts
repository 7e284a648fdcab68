import type { Evento } from '../../../typescript/src/index.ts';

type Tipo = Evento['tipo'];

/** What a webhook may subscribe to, in the order of an order's life; `importado` comes only by name. */
const TIPOS: Readonly<Record<Tipo, true>> = {
  'pedido.nuevo': true,
  'pedido.aceptado': true,
  'pedido.rechazado': true,
  'pedido.estado_cambiado': true,
  'pedido.item_modificado': true,
  'pedido.entregado': true,
  'pedido.cancelado': true,
  'pedido.importado': true,
};

export const IMPORTADO = 'pedido.importado';
const EVENT_TYPES = Object.keys(TIPOS) as Tipo[];
/** Those that deliveries have. */
export const DELIVERED_TYPES = EVENT_TYPES.filter((tipo) => tipo !== IMPORTADO);
export const EVENT_FILTERS = [...EVENT_TYPES, 'pedido.*', '*'] as const;
export type EventFilter = (typeof EVENT_FILTERS)[number];
