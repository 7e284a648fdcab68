import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ruta } from '../../contract/rutas/ruta.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Limiter } from '../../storage/port/limits.ts';
import { isDecodable, PATH_CHARS_MAX, splitTarget } from '../server/address.ts';
import { isEncoded, readBearer } from '../server/request.ts';
import type { Auth, Caller, Refused } from './auth.ts';
import { isJson, isWithoutBody } from './body.ts';
import type { ClientRate } from './client-rate.ts';
import { describeMethods } from './cors.ts';
import {
  ApiError,
  badAddress,
  fixedError,
  missingQueryKey,
  missingScope,
  notBearer,
  notJson,
  tooLarge,
  tooManyRequests,
  wrongMethod,
} from './errors.ts';
import type { Route } from './handler.ts';
import { findParameter } from './query.ts';
import { rateHeaders, secondsUntil } from './rate-headers.ts';
import { unknownPath } from './unknown-path.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Null where the path has no operation of this method. */
    ruta?: Pick<Ruta, 'alcance' | 'body'> | null;
    /** The methods of the path, as the header `Allow` names them. */
    allow?: string;
    /** Whether the key may come as the parameter `llave`. */
    takesQueryKey?: boolean;
  }
  interface FastifyRequest {
    caller: Caller | Refused | null;
    /** The code of the error that is answered. */
    codigo: string | null;
  }
}

export interface CheckDeps {
  auth: Auth;
  limiter: Pick<Limiter, 'admit'>;
  clientRate: ClientRate;
  clock: Pick<Clock, 'now'>;
  routes: readonly Pick<Route, 'path'>[];
}

/** Read this from top to bottom: it is the order in which a request may fail. Bad parameters and missing objects come last. */
export const addChecks = (
  app: FastifyInstance,
  { auth, limiter, clientRate, clock, routes }: CheckDeps,
): void => {
  const paths = routes.map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
  const isPath = (path: string) => paths.some((each) => each.test(path));
  app.decorateRequest('caller', null);
  app.decorateRequest('codigo', null);

  // 204: the preflight of a browser carries no key, and is not counted.
  app.addHook('onRequest', async (request, reply) => {
    const { allow } = request.routeOptions.config;
    if (request.method !== 'OPTIONS' || allow === undefined || pathError(request)) return;
    return reply
      .headers(await clientRate.headers(request.raw))
      .headers(describeMethods(allow))
      .code(204)
      .send();
  });

  // 429: too many requests, of the key or else of the address.
  app.addHook('onRequest', async (request, reply) => {
    const caller = await auth.authenticate(authorizationOf(request));
    request.caller = caller;
    const bucket = 'codigo' in caller ? clientRate.bucket(request.raw) : caller.principal.bucket;
    const admission = await limiter.admit(bucket);
    const nowMs = clock.now();
    reply.headers(rateHeaders(admission, nowMs));
    if (!admission.admitted) throw tooManyRequests(secondsUntil(admission.resetMs, nowMs));
  });

  // 401: no key, or not a valid one.
  app.addHook('onRequest', async ({ caller, headers, routeOptions: { config } }) => {
    if (caller === null || !('codigo' in caller)) return;
    const { codigo } = caller;
    if (codigo === 'llave_ausente' && config.takesQueryKey) throw missingQueryKey();
    if (codigo === 'llave_invalida' && isWithoutBearer(headers.authorization)) throw notBearer();
    throw fixedError(codigo);
  });

  // 403: the restaurant is suspended.
  app.addHook('onRequest', async ({ caller }) => {
    if (!callerOf(caller).activo) throw fixedError('restaurante_inactivo');
  });

  // 404: no such path; 400: one that cannot be decoded; 308: one with a slash too many.
  app.addHook('onRequest', async (request, reply) => {
    const error = pathError(request);
    if (error === null) return;
    const right = withoutSlash(request, isPath);
    if (right === null) throw error;
    return reply.header('location', right).code(308).send();
  });

  // 405: not with this method.
  app.addHook('onRequest', async ({ routeOptions: { config } }) => {
    if (config.allow !== undefined) throw wrongMethod(config.allow);
  });

  // 403: not with this key.
  app.addHook('onRequest', async ({ caller, routeOptions: { config } }) => {
    const { alcance } = config.ruta ?? {};
    const { alcances } = callerOf(caller).principal;
    if (alcance !== undefined && !alcances.includes(alcance)) throw missingScope(alcance);
  });

  // 413, 415: only then is the body read.
  app.addHook('onRequest', async ({ headers, routeOptions: { bodyLimit, config } }) => {
    if (Number(headers['content-length'] ?? 0) > bodyLimit) throw tooLarge(bodyLimit);
    // Whatever body comes along is discarded, of any type.
    if (config.ruta?.body === undefined) delete headers['content-type'];
    // A request without a body counts as one with an empty object.
    if (config.ruta?.body === undefined || isWithoutBody(headers)) return;
    if (isEncoded({ headers })) {
      throw new ApiError('tipo_no_soportado', 'El cuerpo ha de ir sin comprimir.');
    }
    if (!isJson(headers['content-type'] ?? '')) throw notJson();
  });
};

const pathError = ({ is404, params, originalUrl }: FastifyRequest): ApiError | null => {
  const [path] = splitTarget(originalUrl);
  const isLong = path.length > PATH_CHARS_MAX;
  if (!isLong && !isDecodable(path)) return badAddress();
  // The router finds `/pedidos/{id}` for `/pedidos/` too.
  const isNameless = Object.values(params as object).includes('');
  return is404 || isLong || isNameless ? unknownPath(path) : null;
};

/** Whether the header holds something else than a bearer token; as a parameter the key needs no such word. */
const isWithoutBearer = (authorization = ''): boolean => readBearer(authorization) === '';

/** Where a GET with a slash behind its path belongs, as a reference that holds below any address of the service. */
const withoutSlash = (
  { method, originalUrl }: FastifyRequest,
  isPath: (path: string) => boolean,
): string | null => {
  const [path, search] = splitTarget(originalUrl);
  if ((method !== 'GET' && method !== 'HEAD') || !path.endsWith('/')) return null;
  const right = path.slice(path.indexOf('/api/') + '/api'.length, -1);
  if (!isPath(right)) return null;
  const name = right.split('/').at(-1) ?? '';
  return ['..', search === '' ? name : `${name}?${search}`].join('/');
};

/** Who is calling, once the request has passed the check for 401. */
export const callerOf = (caller: FastifyRequest['caller']): Caller => {
  if (caller === null || 'codigo' in caller) throw new Error('the key was not checked');
  return caller;
};

/**
 * The `Authorization` header. On routes that take the parameter `llave`, the parameter wins: a proxy, or an
 * address with a user and password, adds a header of its own.
 */
const authorizationOf = ({
  headers,
  originalUrl,
  routeOptions: { config },
}: FastifyRequest): string | undefined => {
  if (!config.takesQueryKey) return headers.authorization;
  const llave = findParameter(splitTarget(originalUrl)[1], 'llave');
  return llave ? `Bearer ${llave}` : headers.authorization;
};
