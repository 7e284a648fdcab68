import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Cuenta } from '../../domain/log/batch.ts';
import { findViolation } from '../api/body.ts';
import { makeRouter, pathOf, splitTarget } from '../api/router.ts';
import { makeAdmit } from './admit.ts';
import { makeCookies } from './cookie.ts';
import type { PanelDeps } from './deps.ts';
import { invalid, notFound, PanelError, sessionEnded, tooLarge } from './errors.ts';
import { makeIsSecure, makeOriginCheck } from './origin.ts';
import { screenToken } from './pantallas/access.ts';
import { screenGone, screenPaused } from './pantallas/errors.ts';
import { PANEL_ID } from './query.ts';
import type { PanelRequest, PanelRoute } from './route.ts';

export const PANEL_API = '/panel/api';
/** An e-mail address and two passwords, with every character escaped. */
const ANYONE_BODY_BYTES_MAX = 16 * 1_024;

interface PanelState extends PanelRequest {
  startedMs: number;
  /** Null until the path and the method are known to exist. */
  route: PanelRoute | null;
  cuenta: Cuenta | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    panel: PanelState;
  }
}

/** The checks of every request below `/panel/api`: each comment names the status of a refusal. */
export const addChecks = (
  app: FastifyInstance,
  deps: PanelDeps,
  routes: readonly PanelRoute[],
): void => {
  const { acceso, pantallas, principals, publicUrl, clock } = deps;
  const { cuentas } = deps.store;
  const match = makeRouter(routes);
  const cookies = makeCookies(publicUrl);
  const admit = makeAdmit(deps);
  const isSecure = makeIsSecure(publicUrl, deps.trustProxy);
  const checkOrigin = makeOriginCheck(deps.publicOrigin);

  app.addHook('onRequest', async (request) => {
    const { raw, method, headers, url, id: requestId } = request;
    const panel: PanelState = {
      startedMs: clock.monotonic(),
      method,
      headers,
      requestId,
      httpVersion: raw.httpVersion,
      isGone: () => raw.socket.destroyed,
      route: null,
      params: {},
      query: '',
      principal: null,
      cuenta: null,
      visitor: { address: deps.clientAddress(raw), agente: headers['user-agent'] ?? '' },
      isSecure: isSecure(raw),
    };
    request.panel = panel;

    // 403: another site made the browser send this.
    checkOrigin(raw);

    // 404: no such path. Fastify also sends `/panel/%61pi` here: such a path is not matched.
    const [path, query] = splitTarget(pathOf(url));
    const found = path.startsWith(PANEL_API) ? match(path.slice(PANEL_API.length)) : null;
    if (found === null || found === 'malformed') throw notFound();
    if (!Object.values(found.params).every((param) => PANEL_ID.test(param))) throw notFound();
    panel.params = found.params;
    panel.query = query;

    // 405: not with this method.
    const route = found.resource.methods.get(method);
    if (route === undefined) throw wrongMethod(found.resource.allow.replace(', OPTIONS', ''));
    panel.route = route;

    // 413: a route that needs no session takes little; a larger body is not read.
    if (route.access === 'anyone' && bodyBytes(headers) > ANYONE_BODY_BYTES_MAX) {
      throw tooLarge(ANYONE_BODY_BYTES_MAX);
    }

    if (route.access === 'pantalla') return checkScreen(panel);

    // 401: not signed in.
    const entered = await acceso.current(cookies.read(headers.cookie, panel.isSecure));
    if (route.access !== 'anyone' && entered === null) throw sessionEnded();

    // 429: too many requests of one session.
    if (entered !== null) {
      panel.principal = principals.ofSession(entered);
      await admit(panel.principal.bucket);
    }

    // 403: not an operator.
    const own = entered?.usuario.restauranteId ?? null;
    if (route.access === 'operator' && own !== null) {
      throw new PanelError('sin_permiso', 'Solo para operadores.');
    }

    // 404: another user's restaurant, like one that does not exist.
    if (route.access !== 'restaurante') return;
    const { rid = '' } = found.params;
    const restaurante = own === null || own === rid ? await cuentas.find(rid) : null;
    if (restaurante === null) throw notFound('No existe el restaurante.');
    panel.cuenta = restaurante.cuenta;
  });

  /** Ignores the session of a person: a screen shows the same to everybody. */
  const checkScreen = async (panel: PanelState): Promise<void> => {
    // 401: revoked, or the cookie is not this screen's.
    const { id = '' } = panel.params;
    const pantalla = await pantallas.current(id, screenToken(publicUrl, panel));
    if (pantalla === null) throw screenGone();
    panel.principal = principals.ofScreen(pantalla);

    // 429: too many requests of one screen.
    await admit(panel.principal.bucket);

    // 403: the restaurant was suspended.
    panel.cuenta = (await cuentas.find(pantalla.restauranteId))?.cuenta ?? null;
    if (!panel.cuenta?.activo) throw screenPaused();
  };

  // 413, 415: only now is the body read. A change without a body needs no content type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_: unknown, text: unknown) => parseJson(String(text)),
  );

  // 400: the body does not match its schema.
  app.addHook('preHandler', async ({ panel: { route }, body }) => {
    const violation = route?.body ? findViolation(body, route.body) : null;
    if (violation === null) return;
    const { pointer, reason } = violation;
    const error = pointer === '' ? 'El cuerpo no es válido.' : `${pointer}: ${reason}.`;
    throw invalid(pointer, error);
  });
};

/** A body without a declared length, which no browser sends, counts as longer than any limit. */
const bodyBytes = (headers: FastifyRequest['headers']): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY;

const wrongMethod = (allow: string): PanelError =>
  new PanelError('metodo_invalido', `Se admiten: ${allow}.`, { headers: ['Allow', allow] });

const parseJson = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('', 'El cuerpo no es JSON válido.');
  }
};
