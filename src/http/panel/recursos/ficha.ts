import { idPattern } from '../../../contract/ids.ts';
import type { Store } from '../../../storage/port/store.ts';
import { entregaWire } from '../../api/recursos/entregas.ts';
import { JSON_HEADERS } from '../../wire/answer.ts';
import { joinBodies } from '../../wire/bodies.ts';
import { notFound } from '../errors.ts';
import { isoInstant, type PanelRoute, routesFor } from '../route.ts';

/** No order lives through more; one that did would show its first ones. */
const EVENTS_MAX = 500;
const PEDIDO_ID = new RegExp(idPattern('pedido'));

/** One order with all that is known of it: history, events, and where each was delivered. */
export const fichaRoutes = ({
  pedidos,
  consultas,
  webhooks,
}: Pick<Store, 'pedidos' | 'consultas' | 'webhooks'>): PanelRoute[] => {
  const { get } = routesFor('restaurante');

  const eventsOf = async (restauranteId: string, id: string) => {
    const events = await consultas.eventsOf(restauranteId, id, EVENTS_MAX);
    const secuencias = events.map(({ secuencia }) => secuencia);
    const entregas = await webhooks.entregas.ofEvents(restauranteId, secuencias);
    const bySequence = Map.groupBy(entregas, ({ secuencia }) => secuencia);
    return events.map(({ id: eventId, tipo, secuencia, creadoMs }) => ({
      id: eventId,
      tipo,
      secuencia,
      creado_en: isoInstant(creadoMs),
      entregas: (bySequence.get(secuencia) ?? []).map((entrega) => ({
        webhook_id: entrega.webhookId,
        ...entregaWire(entrega),
      })),
    }));
  };

  return [
    get('/restaurantes/{rid}/pedidos/{id}', async ({ cuenta, params: { id = '' } }) => {
      const isId = PEDIDO_ID.test(id);
      const pedido = isId ? await pedidos.get(cuenta.id, id) : null;
      if (pedido === null) throw notFound('No existe el pedido.');
      const [historial, eventos] = await Promise.all([
        pedidos.history(cuenta.id, id),
        eventsOf(cuenta.id, id),
      ]);
      const body = Buffer.concat([
        joinBodies('{"pedido":', [pedido.body], ',"historial":['),
        joinBodies('', historial ?? [], `],"eventos":${JSON.stringify(eventos)}}`),
      ]);
      return { status: 200, headers: JSON_HEADERS, body };
    }),
  ];
};
