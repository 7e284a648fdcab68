import { parseEventId } from '../../../domain/pedido/evento.ts';
import type { StoredEvent } from '../../../storage/port/log.ts';
import type { Store } from '../../../storage/port/store.ts';
import { ok } from '../../wire/answer.ts';
import { notFound } from '../errors.ts';
import { type PanelRoute, routesFor } from '../route.ts';

/** One event, byte by byte as streams and webhooks carry it. */
export const readEvento = async (
  { log }: Pick<Store, 'log'>,
  restauranteId: string,
  id: string,
): Promise<StoredEvent> => {
  const position = parseEventId(id);
  const [event] =
    position === null ? [] : await log.events(restauranteId, position.secuencia - 1, 1);
  // The log answers with the next event it keeps, and another restaurant's has the same number.
  if (event?.id !== id) throw notFound('No existe el evento, o ya no se conserva.');
  return event;
};

export const eventoRoutes = (store: Pick<Store, 'log'>): PanelRoute[] => [
  routesFor('restaurante').get(
    '/restaurantes/{rid}/eventos/{id}',
    async ({ cuenta, params: { id = '' } }) => ok((await readEvento(store, cuenta.id, id)).body),
  ),
];
