import type { FastifyPluginAsync } from 'fastify';
import type { Log } from '../../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Addressed, TrustProxy } from '../wire/client-address.ts';
import { makeCookies } from './cookie.ts';
import { makePanelFiles } from './files.ts';
import { makeIsSecure, makeOriginGuard } from './origin.ts';
import { makePanelApi } from './plugin.ts';
import { makePanelRoutes, type PanelRouteDeps } from './routes.ts';

export interface PanelDeps extends Omit<PanelRouteDeps, 'cookies'> {
  clientAddress(request: Addressed): string;
  trustProxy: TrustProxy;
  metrics: Pick<Metrics, 'panel'>;
  log: Log;
}

/** The control panel: its pages and its own API, below `/panel`. */
export const makePanel = (deps: PanelDeps): FastifyPluginAsync => {
  const { store, clock, acceso, publicUrl, trustProxy, clientAddress, metrics, log } = deps;
  const cookies = makeCookies(publicUrl);
  const api = makePanelApi({
    routes: makePanelRoutes({ ...deps, cookies }),
    acceso,
    cuentas: store.cuentas,
    cookies,
    isSecure: makeIsSecure(publicUrl, trustProxy),
    checkOrigin: makeOriginGuard(publicUrl),
    clientAddress,
    metrics,
    clock,
    log,
  });
  return async (app) => {
    await app.register(api);
    await app.register(makePanelFiles({ publicUrl, log }));
  };
};
