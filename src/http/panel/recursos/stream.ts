import type { Acceso } from '../../../admin/acceso.ts';
import type { Llave, LlaveStanding, LlaveStore } from '../../../storage/port/accounts.ts';
import type { Route } from '../../api/routes.ts';
import { asApiRequest, routeOf } from '../reads.ts';
import { type PanelRoute, routesFor } from '../route.ts';

/** A session listens like a key of this name: streams are counted and ended by it. */
const PREFIX = 'sesion:';

/** `GET /stream`: the public one, with a session in place of a key. */
export const streamRoutes = (apiRoutes: readonly Route[]): PanelRoute[] => {
  const listen = routeOf(apiRoutes, '/stream').handle;
  return [
    routesFor('restaurante').get('/restaurantes/{rid}/stream', async (request) => {
      const { method, headers, requestId, entered } = request;
      const asked = asApiRequest(request);
      const llave: Llave = { ...asked.llave, id: PREFIX + entered.sesion.hash };
      const answer = await listen({ ...asked, llave, wire: { method, headers, requestId } });
      // A key's may be kept and asked about; a person's may not be kept at all.
      const strict = answer.headers.map((each) => (each === 'no-cache' ? 'no-store' : each));
      return { ...answer, headers: strict };
    }),
  ];
};

/** How keys and sessions stand, for whoever holds their streams open: those that ended are left out. */
export const withSessions = (
  llaves: Pick<LlaveStore, 'standings'>,
  acceso: Pick<Acceso, 'isOpen'>,
): Pick<LlaveStore, 'standings'> => ({
  async standings(ids) {
    const { sessions = [], keys = [] } = Object.groupBy(ids, (id) =>
      id.startsWith(PREFIX) ? 'sessions' : 'keys',
    );
    const standings =
      keys.length === 0 ? new Map<string, LlaveStanding>() : await llaves.standings(keys);
    const open = await Promise.all(
      sessions.map(async (id) => ((await acceso.isOpen(id.slice(PREFIX.length))) ? [id] : [])),
    );
    for (const id of open.flat()) standings.set(id, sessionStanding(id));
    return standings;
  },
});

/** A restaurant that was suspended may still look at itself. */
const sessionStanding = (id: string): LlaveStanding => ({
  activo: true,
  llave: {
    ...{ id, restauranteId: '', nombre: '', etiqueta: 'live', alcances: ['stream.escuchar'] },
    ...{ pista: '', creador: '', creadaMs: 0, expiraMs: null, revocadaMs: null, ultimoUsoMs: null },
  },
});
