import { parseEventId } from '../../../domain/pedido/evento.ts';
import type { Store } from '../../../storage/port/store.ts';
import { JSON_HEADERS } from '../../wire/answer.ts';
import { notFound } from '../errors.ts';
import { type PanelRoute, routesFor } from '../route.ts';

/** One event, byte by byte as streams and webhooks carry it: what a delivery's request was made of. */
export const eventoRoutes = ({ log }: Pick<Store, 'log'>): PanelRoute[] => {
  const { get } = routesFor('restaurante');
  return [
    get('/restaurantes/{rid}/eventos/{id}', async ({ cuenta, params: { id = '' } }) => {
      const position = parseEventId(id);
      const [event] =
        position === null ? [] : await log.events(cuenta.id, position.secuencia - 1, 1);
      // The log answers with the next one it keeps; another restaurant's has the same number.
      if (event?.id !== id) throw notFound('No existe el evento, o ya no se conserva.');
      return { status: 200, headers: JSON_HEADERS, body: event.body };
    }),
  ];
};
