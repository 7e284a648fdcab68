import type { Acceso } from '../../admin/acceso.ts';
import { makeCuentas } from '../../admin/cuentas.ts';
import type { AdminDeps } from '../../admin/deps.ts';
import { makeLlaves } from '../../admin/llaves.ts';
import type { Pantallas } from '../../admin/pantallas.ts';
import { makeUsuarios } from '../../admin/usuarios.ts';
import type { CursorCodecs } from '../../domain/cursor.ts';
import { makeClientes } from '../../storage/clientes/forgetting.ts';
import type { Webhooks } from '../../webhooks/webhooks.ts';
import type { Route } from '../api/handler.ts';
import type { Admit } from './admit.ts';
import type { Cookies } from './cookie.ts';
import { manageRoutes } from './pantallas/manage.ts';
import { screenRoutes } from './pantallas/screen.ts';
import { sharedRoutes } from './public-api.ts';
import { actividadRoutes } from './recursos/actividad.ts';
import { clienteRoutes } from './recursos/cliente.ts';
import { cuentaRoutes } from './recursos/cuentas.ts';
import { exportacionRoutes } from './recursos/exportacion.ts';
import { fichaRoutes } from './recursos/ficha.ts';
import { arranqueRoutes } from './recursos/inicio/arranque.ts';
import { inicioRoutes, makeReadInicio } from './recursos/inicio/inicio.ts';
import { makeNightSales } from './recursos/inicio/night-sales.ts';
import { llaveRoutes } from './recursos/llaves.ts';
import { operadorRoutes } from './recursos/operador.ts';
import { pedidoRoutes } from './recursos/pedidos/pedidos.ts';
import { sesionRoutes } from './recursos/sesion.ts';
import { sistemaRoutes } from './recursos/sistema.ts';
import { streamRoutes } from './recursos/stream.ts';
import { tableroRoutes } from './recursos/tablero.ts';
import { webhookRoutes } from './recursos/webhooks.ts';
import type { PanelRoute } from './route.ts';

export interface PanelRouteDeps extends AdminDeps {
  acceso: Acceso;
  pantallas: Pantallas;
  cookies: Cookies;
  admit: Admit;
  cursors: CursorCodecs;
  apiRoutes: readonly Route[];
  webhooks: Pick<Webhooks, 'deactivate' | 'headersOf'>;
  publicUrl: string;
  version: string;
}

export const makePanelRoutes = (deps: PanelRouteDeps): PanelRoute[] => {
  const { store, clock, acceso, cookies, cursors, apiRoutes, publicUrl, version } = deps;
  const cuentas = makeCuentas(deps);
  const figures = { ...store, nightSales: makeNightSales(store, clock) };
  const readInicio = makeReadInicio(figures, clock);
  return [
    ...arranqueRoutes(store.cuentas, readInicio),
    ...sesionRoutes({ acceso, cookies, clock }),
    ...cuentaRoutes(store.cuentas),
    ...inicioRoutes(figures, clock, readInicio, cuentas),
    ...sharedRoutes(apiRoutes),
    ...pedidoRoutes(apiRoutes, store, cursors),
    ...tableroRoutes(store),
    ...streamRoutes(apiRoutes),
    ...exportacionRoutes(apiRoutes),
    ...fichaRoutes(store),
    ...clienteRoutes(makeClientes(deps)),
    ...webhookRoutes({ webhooks: deps.webhooks, store, clock }),
    ...llaveRoutes({ llaves: makeLlaves(deps), store, clock }),
    ...manageRoutes(deps.pantallas, publicUrl),
    ...screenRoutes(deps),
    ...actividadRoutes(store),
    ...operadorRoutes({
      cuentas,
      usuarios: makeUsuarios(deps),
      store,
      publicUrl,
    }),
    ...sistemaRoutes({ store, clock, version }),
  ];
};
