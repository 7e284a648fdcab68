import type { Acceso } from '../../../admin/acceso.ts';
import type { FoundLlave, LlaveStore } from '../../../storage/port/accounts.ts';
import type { Route } from '../../api/handler.ts';
import { apiHandler, asApiRequest, userKey } from '../public-api.ts';
import { type PanelRoute, routesFor } from '../route.ts';

/** To the hub, a session is a key of this name: it counts and ends streams by it. */
const PREFIX = 'sesion:';

export const streamRoutes = (apiRoutes: readonly Route[]): PanelRoute[] => {
  const listen = apiHandler(apiRoutes, '/stream');
  return [
    routesFor('restaurante').get('/restaurantes/{rid}/stream', async (request) => {
      const { method, headers, requestId, entered, cuenta } = request;
      const answer = await listen({
        ...asApiRequest(request),
        llave: userKey(PREFIX + entered.sesion.hash, cuenta.id),
        wire: { method, headers, requestId, httpVersion: '1.1' },
      });
      // The public answer may be stored and revalidated; a person's may not be stored at all.
      const strict = answer.headers.map((each) => (each === 'no-cache' ? 'no-store' : each));
      return { ...answer, headers: strict };
    }),
  ];
};

/** Adds the panel's sessions to the keys that the hub checks; a session that has ended is left out. */
export const withSessions = (
  llaves: Pick<LlaveStore, 'findByIds'>,
  acceso: Pick<Acceso, 'isOpen'>,
): Pick<LlaveStore, 'findByIds'> => ({
  async findByIds(ids) {
    const { sessions = [], keys = [] } = Object.groupBy(ids, (id) =>
      id.startsWith(PREFIX) ? 'sessions' : 'keys',
    );
    const found = keys.length === 0 ? new Map<string, FoundLlave>() : await llaves.findByIds(keys);
    await Promise.all(
      sessions.map(async (id) => {
        if (!(await acceso.isOpen(id.slice(PREFIX.length)))) return;
        // Active, whatever the restaurant is: a suspended one may still look at its own orders.
        found.set(id, { llave: userKey(id, ''), activo: true });
      }),
    );
    return found;
  },
});
