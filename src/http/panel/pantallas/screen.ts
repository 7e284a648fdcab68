import type * as Panel from '../../../contract/panel.ts';
import type { Evento } from '../../../contract/recursos/evento.ts';
import type { Pedido } from '../../../contract/recursos/pedido.ts';
import { RUTAS } from '../../../contract/rutas/rutas.ts';
import type { Cuenta } from '../../../domain/log/batch.ts';
import { eventoOnScreen, pedidoOnScreen } from '../../../domain/pedido/pantalla.ts';
import { DAY_MS } from '../../../domain/time.ts';
import { parseBodies, parseBody } from '../../../storage/port/body.ts';
import type { StoredEvent } from '../../../storage/port/log.ts';
import type { Pantalla } from '../../../storage/port/pantallas.ts';
import { okJson } from '../../answer/answer.ts';
import { requireCuenta } from '../../api/recursos/restaurante.ts';
import { makeAdmit } from '../checks.ts';
import { okWithCookie } from '../cookie.ts';
import type { PanelDeps } from '../deps.ts';
import { readCategorias } from '../recursos/categorias.ts';
import { cuentaView } from '../recursos/cuentas.ts';
import { PANEL_PING_MS } from '../recursos/public-api.ts';
import { Enlace } from '../recursos/sesion.ts';
import { makeReadTablero } from '../recursos/tablero.ts';
import { type PanelAnswer, type PanelRequest, type PanelRoute, routesFor } from '../route.ts';
import { screenCookies, screenToken } from './access.ts';
import { screenGone, screenPaused } from './errors.ts';

/** Browsers keep no cookie for longer; each visit renews it. */
const COOKIE_AGE_MS = 400 * DAY_MS;

/** All routes of a screen: its name and restaurant, the open orders, and their events. */
export const screenRoutes = (deps: PanelDeps): PanelRoute[] => {
  const { pantallas, principals, store, apiRoutes, publicUrl } = deps;
  const admit = makeAdmit(deps);
  const { get } = routesFor('pantalla');
  const readTablero = makeReadTablero(store);

  const answerOpened = async (
    { isSecure }: PanelRequest,
    { pantalla: { id, nombre, clase }, cuenta }: { pantalla: Pantalla; cuenta: Cuenta },
    token: string,
  ): Promise<PanelAnswer> => {
    const pantalla = { id, nombre, clase };
    const opened: Panel.PantallaAbierta = { pantalla, cuenta: cuentaView(cuenta) };
    return okWithCookie(opened, screenCookies(publicUrl, id).open(token, COOKIE_AGE_MS, isSecure));
  };

  return [
    routesFor('anyone').post('/pantalla/{id}/abrir', Enlace, async (request, { token }) => {
      const pantalla = await pantallas.current(request.params['id'] ?? '', token);
      if (pantalla === null) throw screenGone();
      // Counted only after the token was right: nobody else may use up the screen's limit.
      await admit(principals.ofScreen(pantalla).bucket);
      const { cuenta } = await requireCuenta(store.cuentas, pantalla.restauranteId);
      // No cookie and no audit entry: the page says so, keeps the link and asks again until the restaurant is resumed.
      if (!cuenta.activo) throw screenPaused();
      // A device that opens the link every morning already has the cookie, and is not noted again.
      if (screenToken(publicUrl, request) !== token) {
        await pantallas.noteOpened(pantalla, request.visitor.agente);
      }
      return answerOpened(request, { pantalla, cuenta }, token);
    }),
    get('', null, (request) => {
      const { pantalla } = request.principal;
      const opened = { pantalla, cuenta: request.cuenta };
      return answerOpened(request, opened, screenToken(publicUrl, request));
    }),
    get('/tablero', null, async ({ cuenta }) => {
      const { posicion, columnas } = await readTablero(cuenta.id, 0);
      const shown = columnas.map(({ estado, total, pedidos }) => ({
        estado,
        total,
        pedidos: parseBodies<Pedido>(pedidos).map(pedidoOnScreen),
      }));
      return okJson({ posicion, columnas: shown } satisfies Panel.Tablero<Panel.PedidoPantalla>);
    }),
    get('/categorias', null, ({ cuenta }) => readCategorias(store.cuentas, cuenta.id)),
    get('/stream', RUTAS.escucharEventos.query, (request, query) =>
      apiRoutes.escucharEventos.handle({
        ...request,
        query,
        restauranteId: request.cuenta.id,
        body: undefined,
        view: onScreen,
        pingMs: PANEL_PING_MS,
      }),
    ),
  ];
};

const onScreen = (event: StoredEvent): StoredEvent => {
  const evento = parseBody<Evento>(event.body);
  return { ...event, body: Buffer.from(JSON.stringify(eventoOnScreen(evento))) };
};
