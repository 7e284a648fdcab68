import type { Evento } from '@comanda/client';
import { valuesOf } from '../values.ts';

/** In the order of an order's life. */
const EVENT_TYPES = valuesOf<Evento['tipo']>({
  'pedido.nuevo': true,
  'pedido.aceptado': true,
  'pedido.rechazado': true,
  'pedido.estado_cambiado': true,
  'pedido.item_modificado': true,
  'pedido.entregado': true,
  'pedido.cancelado': true,
  'pedido.importado': true,
});

/** Sent only to clients that name it, and never to a webhook. */
const IMPORTADO = 'pedido.importado';
export const DELIVERED_TYPES = EVENT_TYPES.filter((tipo) => tipo !== IMPORTADO);
export const EVENT_FILTERS = [...EVENT_TYPES, 'pedido.*', '*'] as const;
export type EventFilter = (typeof EVENT_FILTERS)[number];
