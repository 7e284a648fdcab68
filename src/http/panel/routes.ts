import type { Acceso } from '../../admin/acceso.ts';
import { makeCuentas } from '../../admin/cuentas.ts';
import type { AdminDeps } from '../../admin/deps.ts';
import { makeLlaves } from '../../admin/llaves.ts';
import { makeUsuarios } from '../../admin/usuarios.ts';
import type { CursorCodec } from '../../domain/cursor.ts';
import { actividadRoutes } from './actividad.ts';
import type { Cookies } from './cookie.ts';
import { cuentaRoutes } from './cuentas.ts';
import { fichaRoutes } from './ficha.ts';
import { inicioRoutes } from './inicio.ts';
import { llaveRoutes } from './llaves.ts';
import { operadorRoutes } from './operador.ts';
import { pedidoRoutes } from './pedidos.ts';
import { readRoutes } from './reads.ts';
import type { PanelRoute } from './route.ts';
import { sesionRoutes } from './sesion.ts';
import { sistemaRoutes } from './sistema.ts';
import { tableroRoutes } from './tablero.ts';

export interface PanelRouteDeps extends AdminDeps {
  acceso: Acceso;
  cookies: Cookies;
  cursors: CursorCodec;
  publicUrl: string;
  version: string;
}

/** All that the panel asks for and does. */
export const makePanelRoutes = (deps: PanelRouteDeps): PanelRoute[] => {
  const { store, clock, acceso, cookies, cursors, publicUrl, version } = deps;
  return [
    ...sesionRoutes({ acceso, cookies, clock }),
    ...cuentaRoutes(store.cuentas),
    ...inicioRoutes(store, clock),
    ...readRoutes(store, clock),
    ...pedidoRoutes(store, cursors),
    ...tableroRoutes(store),
    ...fichaRoutes(store),
    ...llaveRoutes({ llaves: makeLlaves(deps), store, clock }),
    ...actividadRoutes(store.auditoria),
    ...operadorRoutes({
      cuentas: makeCuentas(deps),
      usuarios: makeUsuarios(deps),
      store,
      publicUrl,
    }),
    ...sistemaRoutes({ store, clock, version }),
  ];
};
