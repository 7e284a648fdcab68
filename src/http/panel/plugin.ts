import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { Compile, type Validator } from 'typebox/compile';
import type { Acceso } from '../../admin/acceso.ts';
import type { Visitor } from '../../admin/sesiones.ts';
import type { Clock } from '../../clock.ts';
import { explainViolation } from '../../contract/violations/explain.ts';
import type { Cuenta } from '../../domain/log/batch.ts';
import type { Log } from '../../log.ts';
import type { CuentaStore } from '../../storage/port/accounts.ts';
import { StorageBusyError } from '../../storage/port/errors.ts';
import { ApiError } from '../api/errors.ts';
import { type Match, makeRouter } from '../api/router.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { contentHeaders, wholeOf } from '../wire/answer.ts';
import type { Addressed } from '../wire/client-address.ts';
import { tailor } from '../wire/conditional.ts';
import { type HeaderLines, linesOf } from '../wire/head.ts';
import { takeOver } from '../wire/take-over.ts';
import type { Cookies } from './cookie.ts';
import { errorAnswer, isCodigoPanel, notFound, PanelError } from './errors.ts';
import { PANEL_HEADERS, PRIVATE_HEADERS } from './headers.ts';
import type { PanelAnswer, PanelRequest, PanelRoute } from './route.ts';

export const PANEL_API = '/panel/api';
const BODY_BYTES_MAX = 64 * 1_024;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const UNKNOWN_ROUTE = 'desconocida';
const ID = /^[\w-]{1,100}$/;

export interface PanelApiDeps {
  routes: readonly PanelRoute[];
  acceso: Acceso;
  cuentas: Pick<CuentaStore, 'find'>;
  cookies: Cookies;
  isSecure(request: FastifyRequest['raw']): boolean;
  /** Throws for what another site sent. */
  checkOrigin(request: FastifyRequest['raw']): void;
  clientAddress(request: Addressed): string;
  metrics: Pick<Metrics, 'panel'>;
  clock: Clock;
  log: Log;
}

/** What is known of a request before its body is read. */
interface Admitted {
  route: PanelRoute;
  request: PanelRequest & { cuenta: Cuenta | null };
}

/** Everything below `/panel/api`: one order of checks, from the origin to the restaurant. */
export const makePanelApi = (deps: PanelApiDeps): FastifyPluginAsync => {
  const { acceso, cuentas, cookies, isSecure, checkOrigin, clientAddress, metrics, log } = deps;
  const match = makeRouter(deps.routes);
  const validators = new Map<PanelRoute, Validator>(
    deps.routes.flatMap((route) => (route.body === null ? [] : [[route, Compile(route.body)]])),
  );
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  const startedMs = new WeakMap<FastifyRequest, number>();

  const admit = async (request: FastifyRequest): Promise<Admitted> => {
    const { raw, headers } = request;
    checkOrigin(raw);
    const { found, query } = address(request);
    const route = found.resource.methods.get(request.method);
    if (route === undefined) {
      const allow = found.resource.allow.replace(/, OPTIONS/, '');
      const extra = { headers: ['Allow', allow] };
      throw new PanelError('metodo_invalido', `Se admiten: ${allow}.`, extra);
    }
    const visitor: Visitor = {
      address: clientAddress(raw),
      agente: headers['user-agent'] ?? '',
    };
    const secure = isSecure(raw);
    const entered = await acceso.current(cookies.read(headers.cookie, secure));
    const { access } = route;
    if (access !== 'anyone' && entered === null) {
      throw new PanelError('sesion_ausente', 'La sesión ha terminado. Entre de nuevo.');
    }
    if (access === 'operator' && entered?.usuario.restauranteId !== null) {
      throw new PanelError('sin_permiso', 'Solo para operadores.');
    }
    const cuenta = access === 'restaurante' ? await restaurantOf(found, entered) : null;
    const { params } = found;
    const { method, id: requestId } = request;
    const how = { method, headers, requestId, visitor, isSecure: secure };
    return { route, request: { params, query, ...how, entered, cuenta } };
  };

  const address = (request: FastifyRequest) => {
    const target = request.url.slice(request.url.indexOf(PANEL_API) + PANEL_API.length);
    const queryAt = target.indexOf('?');
    const found = match(queryAt < 0 ? target : target.slice(0, queryAt));
    if (found === 'malformed') {
      throw new PanelError('parametro_invalido', 'La dirección está mal codificada.');
    }
    // What cannot be an id is asked of no database: not every one takes any text.
    if (found === null || !Object.values(found.params).every((each) => ID.test(each))) {
      throw notFound();
    }
    return { found, query: queryAt < 0 ? '' : target.slice(queryAt + 1) };
  };

  /** Another's restaurant and one that does not exist look the same. */
  const restaurantOf = async (
    { params: { rid = '' } }: Match<PanelRoute>,
    entered: PanelRequest['entered'],
  ): Promise<Cuenta> => {
    const own = entered?.usuario.restauranteId ?? null;
    const found = own === null || own === rid ? await cuentas.find(rid) : null;
    if (found === null) throw notFound('No existe el restaurante.');
    return found.cuenta;
  };

  const checkBody = (route: PanelRoute, body: unknown): void => {
    const validator = validators.get(route);
    if (validator === undefined || route.body === null || validator.Check(body)) return;
    const { pointer, reason } = explainViolation(route.body, validator.Errors(body));
    const error = pointer === '' ? 'El cuerpo no es válido.' : `${pointer}: ${reason}.`;
    throw new PanelError('parametro_invalido', error, { campo: pointer });
  };

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const known = admitted.get(request);
    if (known === undefined) throw notFound('No existe esta ruta.');
    checkBody(known.route, request.body);
    const answer = await known.route.handle(known.request, request.body);
    if (answer.open === undefined) return send(request, reply, answer);
    reply.hijack();
    note(request, answer.status);
    if (request.raw.socket.destroyed) answer.abandon?.();
    else takeOver(request.raw, reply.raw, answer, streamLines(request.id), deps.clock.now());
    return reply;
  };

  const send = async (request: FastifyRequest, reply: FastifyReply, answer: PanelAnswer) => {
    const acceptEncoding = request.headers['accept-encoding'];
    const tailored = await tailor(answer, { acceptEncoding, ifNoneMatch: undefined });
    // Nobody may keep the answer, so that there is nothing to compare with it.
    const { ETag: _, ...headers } = contentHeaders(tailored);
    reply.code(tailored.status).headers({ ...PRIVATE_HEADERS, 'x-request-id': request.id });
    reply.headers(headers);
    for (const cookie of answer.cookies ?? []) reply.header('set-cookie', cookie);
    note(request, tailored.status);
    return reply.send(wholeOf(tailored));
  };

  const note = (request: FastifyRequest, status: number): void => {
    const known = admitted.get(request);
    const route = known?.route.path ?? UNKNOWN_ROUTE;
    metrics.panel(route, status);
    const durationMs = Math.round(deps.clock.monotonic() - (startedMs.get(request) ?? 0));
    const usuarioId = known?.request.entered?.usuario.id ?? null;
    const { id: requestId, method } = request;
    log.info({ requestId, method, route, usuarioId, status, durationMs }, 'panel request');
  };

  const explainError = (error: unknown, request: FastifyRequest): PanelError => {
    if (error instanceof PanelError) return error;
    if (error instanceof ApiError && isCodigoPanel(error.codigo)) {
      const { codigo, message, valoresValidos, headers } = error;
      return new PanelError(codigo, message, { valoresValidos, headers });
    }
    const refused = refusedByFramework(error);
    if (refused !== null) return refused;
    const route = admitted.get(request)?.route.path ?? UNKNOWN_ROUTE;
    log.error({ requestId: request.id, route, err: error }, 'panel request failed');
    return error instanceof StorageBusyError
      ? new PanelError('no_disponible', 'El servicio no responde. Inténtelo de nuevo.')
      : new PanelError('error_interno', `Error interno (${request.id}).`);
  };

  return async (app) => {
    app.setErrorHandler((error, request, reply) =>
      send(request, reply, errorAnswer(explainError(error, request))),
    );
    app.addHook('onRequest', async (request) => {
      startedMs.set(request, deps.clock.monotonic());
      admitted.set(request, await admit(request));
    });
    // Changes without a body come with or without a content type.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      async (_: unknown, text: unknown) => parseJson(String(text)),
    );
    for (const url of [PANEL_API, `${PANEL_API}/*`]) {
      app.route({ method: METHODS, url, bodyLimit: BODY_BYTES_MAX, handler: serve });
    }
  };
};

const streamLines = (requestId: string): HeaderLines =>
  linesOf([...Object.entries(PANEL_HEADERS).flat(), ...['X-Request-Id', requestId]]);

const parseJson = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new PanelError('parametro_invalido', 'El cuerpo no es JSON válido.', { campo: '' });
  }
};

const refusedByFramework = (error: unknown): PanelError | null => {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const message = `El cuerpo supera el límite de ${BODY_BYTES_MAX} bytes.`;
    return new PanelError('cuerpo_demasiado_grande', message);
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new PanelError('tipo_no_soportado', 'El cuerpo debe ser application/json.');
  }
  return null;
};
