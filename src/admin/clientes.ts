import type { EntradaHistorial } from '../contract/recursos/historial.ts';
import type { Pedido } from '../contract/recursos/pedido.ts';
import { isoTimestamp, isoTimestampOrNull } from '../domain/time.ts';
import { parseBody } from '../storage/port/body.ts';
import type { Store } from '../storage/port/store.ts';

type Reads = Pick<Store, 'pedidos' | 'consultas' | 'webhooks'>;

/** The events of an order that are listed at most: more than any order has. */
const EVENTS_MAX = 1_000;

/** All that is kept of an order and its customer; null when it is gone. */
export const orderRecord = async (store: Reads, restauranteId: string, pedidoId: string) => {
  const stored = await store.pedidos.get(restauranteId, pedidoId);
  if (stored === null) return null;
  const history = (await store.pedidos.history(restauranteId, pedidoId)) ?? [];
  const events = await store.consultas.eventsOf(restauranteId, pedidoId, EVENTS_MAX);
  const sequences = events.map(({ secuencia }) => secuencia);
  const deliveries = await store.webhooks.entregas.ofEvents(restauranteId, sequences);
  return {
    pedido: parseBody<Pedido>(stored.body),
    historial: history.map((entry) => parseBody<EntradaHistorial>(entry)),
    eventos: events.map(({ id, tipo, creadoMs }) => ({
      id,
      tipo,
      creado_en: isoTimestamp(creadoMs),
    })),
    entregas: deliveries.map(({ webhookId, eventoId, estado, ultimoMs, extracto }) => ({
      webhook_id: webhookId,
      evento_id: eventoId,
      estado,
      ultimo_intento: isoTimestampOrNull(ultimoMs),
      respuesta: extracto,
    })),
  };
};
