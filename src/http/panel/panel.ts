import type { FastifyPluginAsync } from 'fastify';
import type { Log } from '../../log.ts';
import type { Limiter } from '../api/limiter.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Addressed, TrustProxy } from '../wire/request.ts';
import { makeAdmit } from './admit.ts';
import { makeCookies } from './cookie.ts';
import { makePanelFiles } from './files.ts';
import { makeIsSecure, makeOriginCheck } from './origin.ts';
import { screenToken } from './pantallas/access.ts';
import { makePanelApi } from './plugin.ts';
import { makePanelRoutes, type PanelRouteDeps } from './routes.ts';

interface PanelDeps extends Omit<PanelRouteDeps, 'cookies' | 'admit'> {
  clientAddress(request: Addressed): string;
  /** Null where PUBLIC_URL is not set. */
  publicOrigin: string | null;
  trustProxy: TrustProxy;
  /** Counts the requests of each session and screen. */
  sessions: Pick<Limiter, 'admit'>;
  metrics: Pick<Metrics, 'panelAnswered'>;
  log: Log;
}

export const makePanel = (deps: PanelDeps): FastifyPluginAsync => {
  const { store, pantallas, publicUrl, trustProxy, log } = deps;
  const cookies = makeCookies(publicUrl);
  const admit = makeAdmit(deps.sessions, deps.clock);
  const api = makePanelApi({
    ...deps,
    routes: makePanelRoutes({ ...deps, cookies, admit }),
    cuentas: store.cuentas,
    findScreen: (request) =>
      pantallas.current(request.params['id'] ?? '', screenToken(publicUrl, request)),
    cookies,
    admit,
    isSecure: makeIsSecure(publicUrl, trustProxy),
    checkOrigin: makeOriginCheck(deps.publicOrigin),
  });
  return async (app) => {
    await app.register(api);
    await app.register(makePanelFiles({ publicUrl, log }));
  };
};
