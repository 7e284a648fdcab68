import { makeRoutes } from '../../../../src/http/api/routes.ts';
import type { PanelDeps } from '../../../../src/http/panel/deps.ts';
import { makePanelRoutes } from '../../../../src/http/panel/routes.ts';
import { RESTAURANTE_ID } from '../../../support/samples.ts';

/** Stands in for every dependency, and all that is in it: the tests list the routes and never call them. */
const anything: never = new Proxy(() => undefined, {
  get: () => anything,
  apply: () => anything,
}) as never;

const GIVEN: Partial<PanelDeps> = {
  apiRoutes: makeRoutes(anything),
  publicUrl: 'http://x.example',
};

/** Every route, with the sample restaurant for `{rid}` and placeholders for the other parts. */
export const PANEL_ROUTES = makePanelRoutes(
  new Proxy<PanelDeps>(anything, {
    get: (_, name) => Reflect.get(GIVEN, name) ?? anything,
  }),
).map(({ method, path, access, right, body }) => ({
  method,
  access,
  right,
  body,
  pattern: path,
  path: path
    .replace('{rid}', RESTAURANTE_ID)
    .replace('{id}', 'xxx_1')
    .replace('{tabla}', 'iva')
    .replace('{evento}', 'evt_1'),
}));
