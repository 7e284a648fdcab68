import { makeAcceso } from '../../../../src/admin/acceso.ts';
import type { AdminDeps } from '../../../../src/admin/deps.ts';
import { makePantallas } from '../../../../src/admin/pantallas.ts';
import { makeRoutes } from '../../../../src/http/api/routes.ts';
import { makePanelRoutes } from '../../../../src/http/panel/routes.ts';
import { RESTAURANTE_ID } from '../../../support/samples.ts';

/** Stands in for every dependency: the tests list the routes and never call them. */
const nothing = new Proxy({}, { get: () => () => undefined });
const admin = { store: nothing, clock: nothing, randomBytes: nothing, mintId: nothing };
const deps = admin as unknown as AdminDeps;

/** Every route, with the sample restaurant for `{rid}` and placeholders for the other parts. */
export const PANEL_ROUTES = makePanelRoutes({
  ...deps,
  acceso: makeAcceso({ ...deps, passwords: nothing as never }),
  pantallas: makePantallas(deps),
  cursors: nothing as never,
  webhooks: nothing as never,
  apiRoutes: makeRoutes({
    ...deps,
    cursors: nothing as never,
    hub: nothing as never,
    exports: nothing as never,
    webhooks: nothing as never,
  }),
  clientAddress: nothing as never,
  trustProxy: false,
  publicUrl: 'http://x.example',
  publicOrigin: null,
  sessions: nothing as never,
  metrics: nothing as never,
  log: nothing as never,
  version: '0',
}).map(({ method, path, access, body }) => ({
  method,
  access,
  body,
  pattern: path,
  path: path
    .replace('{rid}', RESTAURANTE_ID)
    .replace('{id}', 'xxx_1')
    .replace('{tabla}', 'iva')
    .replace('{evento}', 'evt_1'),
}));
