import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { Compile, type Validator } from 'typebox/compile';
import type { Acceso } from '../../admin/acceso.ts';
import type { Clock } from '../../clock.ts';
import { explainViolation } from '../../contract/violations/explain.ts';
import type { Cuenta } from '../../domain/log/batch.ts';
import type { Log } from '../../log.ts';
import type { CuentaStore } from '../../storage/port/accounts.ts';
import { StorageBusyError } from '../../storage/port/errors.ts';
import { makeRouter } from '../api/router.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type Answer, contentHeaders, wholeOf } from '../wire/answer.ts';
import type { Addressed } from '../wire/client-address.ts';
import { tailor } from '../wire/conditional.ts';
import { linesOf } from '../wire/head.ts';
import { takeOver } from '../wire/take-over.ts';
import type { Cookies } from './cookie.ts';
import { BODY_BYTES_MAX, errorAnswer, notFound, PanelError, toPanelError } from './errors.ts';
import { PANEL_HEADERS, PRIVATE_HEADERS } from './headers.ts';
import type { PanelRequest, PanelRoute } from './route.ts';

const PANEL_API = '/panel/api';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const UNKNOWN_ROUTE = 'desconocida';
const ID = /^[\w-]{1,100}$/;

export interface PanelApiDeps {
  routes: readonly PanelRoute[];
  acceso: Acceso;
  cuentas: Pick<CuentaStore, 'find'>;
  cookies: Cookies;
  isSecure(request: FastifyRequest['raw']): boolean;
  /** Throws when another site made the browser send the request. */
  checkOrigin(request: FastifyRequest['raw']): void;
  clientAddress(request: Addressed): string;
  metrics: Pick<Metrics, 'panel'>;
  clock: Clock;
  log: Log;
}

/** What the hooks have found out about a request. */
interface PanelState extends PanelRequest {
  startedMs: number;
  /** Null until the path and the method are known to exist. */
  route: PanelRoute | null;
  cuenta: Cuenta | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Only below `/panel/api`. */
    panel: PanelState;
  }
}

/** Everything below `/panel/api`. Its checks are hooks, and run in the order in which they stand here. */
export const makePanelApi =
  (deps: PanelApiDeps): FastifyPluginAsync =>
  async (app) => {
    const { acceso, cuentas, cookies, clock, log } = deps;
    const match = makeRouter(deps.routes);
    const validators = new Map<PanelRoute, Validator>(
      deps.routes.flatMap((route) => (route.body === null ? [] : [[route, Compile(route.body)]])),
    );

    app.addHook('onRequest', async (request, reply) => {
      const { raw, method, headers, id: requestId } = request;
      reply.headers({ ...PRIVATE_HEADERS, 'x-request-id': requestId });
      request.panel = {
        ...{ method, headers, requestId, startedMs: clock.monotonic() },
        visitor: { address: deps.clientAddress(raw), agente: headers['user-agent'] ?? '' },
        isSecure: deps.isSecure(raw),
        ...{ route: null, params: {}, query: '', entered: null, cuenta: null },
      };
    });

    // 403: another site made the browser send this.
    app.addHook('onRequest', async ({ raw }) => deps.checkOrigin(raw));

    // 404: no such path. 405: not with this method.
    app.addHook('onRequest', async ({ url, method, panel }) => {
      const target = url.slice(url.indexOf(PANEL_API) + PANEL_API.length);
      const [path = ''] = target.split('?', 1);
      const found = match(path);
      // PostgreSQL refuses some texts as parameters: what cannot be an id is not looked up.
      const isFound = found !== null && found !== 'malformed';
      if (!isFound || !Object.values(found.params).every((param) => ID.test(param))) {
        throw notFound();
      }
      const { methods, allow } = found.resource;
      const route = methods.get(method);
      if (route === undefined) throw wrongMethod(allow.replace(', OPTIONS', ''));
      Object.assign(panel, { route, params: found.params, query: target.slice(path.length + 1) });
    });

    // 401: not signed in.
    app.addHook('onRequest', async ({ headers, panel }) => {
      panel.entered = await acceso.current(cookies.read(headers.cookie, panel.isSecure));
      if (panel.route?.access !== 'anyone' && panel.entered === null) {
        throw new PanelError('sesion_ausente', 'La sesión ha terminado. Entre de nuevo.');
      }
    });

    // 403: not an operator.
    app.addHook('onRequest', async ({ panel: { route, entered } }) => {
      if (route?.access === 'operator' && entered?.usuario.restauranteId !== null) {
        throw new PanelError('sin_permiso', 'Solo para operadores.');
      }
    });

    // 404: another user's restaurant, like one that does not exist.
    app.addHook('onRequest', async ({ panel }) => {
      if (panel.route?.access !== 'restaurante') return;
      const { rid = '' } = panel.params;
      const own = panel.entered?.usuario.restauranteId ?? null;
      const found = own === null || own === rid ? await cuentas.find(rid) : null;
      if (found === null) throw notFound('No existe el restaurante.');
      panel.cuenta = found.cuenta;
    });

    // 413, 415: only now is the body read. A change without one needs no content type.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      async (_: unknown, text: unknown) => parseJson(String(text)),
    );

    // 400: the body does not match its schema.
    app.addHook('preHandler', async ({ panel: { route }, body }) => {
      const validator = route === null ? undefined : validators.get(route);
      if (validator === undefined || !route?.body || validator.Check(body)) return;
      const { pointer, reason } = explainViolation(route.body, validator.Errors(body));
      const error = pointer === '' ? 'El cuerpo no es válido.' : `${pointer}: ${reason}.`;
      throw new PanelError('parametro_invalido', error, { campo: pointer });
    });

    const serve = async (request: FastifyRequest, reply: FastifyReply) => {
      const { panel, headers, body } = request;
      if (panel.route === null) throw notFound();
      const answer = await panel.route.handle(panel, body);
      if (answer.open !== undefined) return openStream(request, reply, answer);
      const acceptEncoding = headers['accept-encoding'];
      const tailored = await tailor(answer, { acceptEncoding, ifNoneMatch: undefined });
      // Without a copy in any cache, nobody has a use for the ETag.
      const { ETag: _, ...own } = contentHeaders(tailored);
      return reply.code(tailored.status).headers(own).send(wholeOf(tailored));
    };

    const openStream = (request: FastifyRequest, reply: FastifyReply, answer: Answer) => {
      reply.hijack();
      note(request, answer.status);
      const headers = [...Object.entries(PANEL_HEADERS).flat(), 'X-Request-Id', request.id];
      if (request.raw.socket.destroyed) answer.abandon?.();
      else takeOver(request.raw, reply.raw, answer, linesOf(headers), clock.now());
      return reply;
    };

    app.setErrorHandler((error, request, reply) => {
      const answer = errorAnswer(toPanelError(error) ?? unexpected(error, request));
      return reply.code(answer.status).headers(contentHeaders(answer)).send(answer.body);
    });

    const unexpected = (error: unknown, { id: requestId, panel }: FastifyRequest): PanelError => {
      log.error({ requestId, route: routeName(panel), err: error }, 'panel request failed');
      return error instanceof StorageBusyError
        ? new PanelError('no_disponible', 'El servicio no responde. Inténtelo de nuevo.')
        : new PanelError('error_interno', `Error interno (${requestId}).`);
    };

    const note = (request: FastifyRequest, status: number): void => {
      const { id: requestId, method, panel } = request;
      const route = routeName(panel);
      deps.metrics.panel(route, status);
      const durationMs = Math.round(clock.monotonic() - panel.startedMs);
      const usuarioId = panel.entered?.usuario.id ?? null;
      log.info({ requestId, method, route, usuarioId, status, durationMs }, 'panel request');
    };
    app.addHook('onSend', async (request, reply) => note(request, reply.statusCode));

    for (const url of [PANEL_API, `${PANEL_API}/*`]) {
      app.route({ method: METHODS, url, bodyLimit: BODY_BYTES_MAX, handler: serve });
    }
  };

const routeName = ({ route }: PanelState): string => route?.path ?? UNKNOWN_ROUTE;

const wrongMethod = (allow: string): PanelError =>
  new PanelError('metodo_invalido', `Se admiten: ${allow}.`, { headers: ['Allow', allow] });

const parseJson = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new PanelError('parametro_invalido', 'El cuerpo no es JSON válido.', { campo: '' });
  }
};
