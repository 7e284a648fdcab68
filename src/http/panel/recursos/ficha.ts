import { PEDIDO_ID } from '../../../contract/ids.ts';
import type * as Panel from '../../../contract/panel.ts';
import { isoTimestamp } from '../../../domain/time.ts';
import { joinBodies, ok } from '../../answer/answer.ts';
import { entregaWire } from '../../api/recursos/entregas.ts';
import type { PanelDeps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { type PanelRoute, routesFor } from '../route.ts';

/** More events than any order has; past this many, only the first are shown. */
const EVENTS_MAX = 500;

export const fichaRoutes = ({ store }: PanelDeps): PanelRoute[] => {
  const { pedidos, consultas, webhooks } = store;
  const eventsOf = async (restauranteId: string, id: string): Promise<Panel.EventoPedido[]> => {
    const events = await consultas.eventsOf(restauranteId, id, EVENTS_MAX);
    const secuencias = events.map(({ secuencia }) => secuencia);
    const entregas = await webhooks.entregas.ofEvents(restauranteId, secuencias);
    const bySequence = Map.groupBy(entregas, ({ secuencia }) => secuencia);
    return events.map(({ id: eventId, tipo, secuencia, creadoMs }) => ({
      id: eventId,
      tipo,
      secuencia,
      creado_en: isoTimestamp(creadoMs),
      entregas: (bySequence.get(secuencia) ?? []).map((entrega) => ({
        webhook_id: entrega.webhookId,
        ...entregaWire(entrega),
      })),
    }));
  };

  return [
    routesFor('restaurante', 'pedidos').get(
      '/pedidos/{id}',
      null,
      async ({ cuenta, params: { id = '' } }) => {
        const pedido = PEDIDO_ID.test(id) ? await pedidos.get(cuenta.id, id) : null;
        if (pedido === null) throw notFound('No existe el pedido.');
        const [historial, eventos] = await Promise.all([
          pedidos.history(cuenta.id, id),
          eventsOf(cuenta.id, id),
        ]);
        const head = joinBodies('{"pedido":', [pedido.body], ',"historial":[');
        const rest = joinBodies('', historial ?? [], `],"eventos":${JSON.stringify(eventos)}}`);
        return ok(Buffer.concat([head, rest]));
      },
    ),
  ];
};
