import type { PanelDeps } from './deps.ts';
import { manageRoutes } from './pantallas/manage.ts';
import { screenRoutes } from './pantallas/screen.ts';
import { actividadRoutes } from './recursos/actividad.ts';
import { avisoRoutes } from './recursos/avisos.ts';
import { clienteRoutes } from './recursos/cliente.ts';
import { cuentaRoutes } from './recursos/cuentas.ts';
import { cierreRoutes } from './recursos/dinero/cierres.ts';
import { enlaceRoutes } from './recursos/envios/enlaces.ts';
import { envioRoutes } from './recursos/envios/envios.ts';
import { factorRoutes } from './recursos/factores.ts';
import { fichaRoutes } from './recursos/ficha.ts';
import { inicioRoutes } from './recursos/inicio/inicio.ts';
import { llaveRoutes } from './recursos/llaves.ts';
import { operadorRoutes } from './recursos/operador.ts';
import { pedidoRoutes } from './recursos/pedidos/pedidos.ts';
import { personaRoutes } from './recursos/personas.ts';
import { sharedRoutes } from './recursos/public-api.ts';
import { sesionRoutes } from './recursos/sesion.ts';
import { sistemaRoutes } from './recursos/sistema.ts';
import { tableroRoutes } from './recursos/tablero.ts';
import { webhookRoutes } from './recursos/webhooks.ts';
import type { PanelRoute } from './route.ts';

export const makePanelRoutes = (deps: PanelDeps): PanelRoute[] =>
  [
    inicioRoutes,
    sesionRoutes,
    factorRoutes,
    cuentaRoutes,
    sharedRoutes,
    cierreRoutes,
    pedidoRoutes,
    tableroRoutes,
    fichaRoutes,
    clienteRoutes,
    webhookRoutes,
    llaveRoutes,
    manageRoutes,
    screenRoutes,
    actividadRoutes,
    avisoRoutes,
    enlaceRoutes,
    envioRoutes,
    personaRoutes,
    operadorRoutes,
    sistemaRoutes,
  ].flatMap((routesOf) => routesOf(deps));
