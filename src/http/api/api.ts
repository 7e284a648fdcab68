import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Admission } from '../../domain/sliding-window.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { StorageBusyError } from '../../storage/port/errors.ts';
import type { Limiter } from '../../storage/port/limits.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { KeyPrincipal } from '../principal.ts';
import { type Answer, type HeaderList, headersOf, sendAnswer } from '../wire/answer.ts';
import { negotiate } from '../wire/negotiate.ts';
import type { Addressed, RequestIds } from '../wire/request.ts';
import { logCut, sendPieces } from '../wire/send-pieces.ts';
import { takeOver } from '../wire/take-over.ts';
import { makeAddressBuckets } from './address-buckets.ts';
import type { Auth, AuthError, Caller } from './auth.ts';
import { readBody } from './body.ts';
import { CROSS_ORIGIN, describeMethods } from './cors.ts';
import { ApiError, type Errors } from './errors.ts';
import type { Route } from './handler.ts';
import type { LastUses, Usage } from './key-usage.ts';
import { findParameter } from './query.ts';
import { rateHeaders, secondsUntil } from './rate-headers.ts';
import { type Match, makeRouter, splitTarget } from './router.ts';

export const API_PREFIX = '/api';

const UNKNOWN_ROUTE = 'desconocida';

interface ApiDeps {
  routes: readonly Route[];
  auth: Auth;
  limiter: Limiter;
  clientAddress: (request: Addressed) => string;
  errors: Errors;
  requestId: RequestIds;
  metrics: Pick<Metrics, 'apiAnswered'>;
  lastUses: Pick<LastUses, 'note'>;
  usage: Pick<Usage, 'note'>;
  clock: Clock;
  log: Log;
}

/** A request under way, with the results of the checks so far. */
interface Call {
  request: IncomingMessage;
  requestId: string;
  /** The resource that the path names; null if there is none. */
  found: Match<Route> | 'malformed' | null;
  query: string;
  principal: KeyPrincipal | null;
  rate: Admission | null;
}

/** A route that the caller may use. */
interface Operation {
  route: Route;
  principal: KeyPrincipal;
  params: Match<Route>['params'];
}

/** Answers every request below `/api`, also to unknown paths, with one order of checks. */
export const makeApi = (deps: ApiDeps) => {
  const { auth, limiter, clientAddress, errors, requestId, clock, log } = deps;
  const { metrics, lastUses, usage } = deps;
  const findResource = makeRouter(deps.routes);
  const bucketOf = makeAddressBuckets(clock);
  const logsRequests = log.isLevelEnabled('info');

  /** Read this and `authorize` from top to bottom: it is the order in which a request may fail. */
  const answerTo = async (call: Call): Promise<Answer> => {
    const { request, found } = call;
    // The preflight of a browser carries no key.
    if (request.method === 'OPTIONS' && isMatch(found)) {
      return describeMethods(found.resource.allow);
    }
    const caller = await auth.authenticate(authorizationOf(call));
    if (typeof caller !== 'string') call.principal = caller.principal;
    const counting = limiter.admit(
      typeof caller === 'string' ? addressBucket(request) : caller.principal.bucket,
    );
    const operation = authorize(call, caller);
    const early = counting instanceof Promise ? readEarly(call, operation) : null;
    call.rate = await counting;
    if (!call.rate.admitted) return errors.tooMany(secondsUntil(call.rate.resetMs, clock.now()));
    if (isRefusal(operation)) return operation;
    const answer = await (early ?? carryOut(call, operation));
    return operation.route.method === 'GET' ? negotiate(answer, request.headers) : answer;
  };

  const authorize = ({ request, found }: Call, caller: Caller | AuthError): Operation | Answer => {
    if (caller === 'llave_ausente' && takesQueryKey(found)) return errors.missingQueryKey;
    if (typeof caller === 'string') return errors.fixed[caller];
    if (!caller.activo) return errors.fixed.restaurante_inactivo;
    if (found === 'malformed') return errors.badAddress;
    if (found === null) return errors.fixed.no_encontrado;
    const { resource, params } = found;
    const route = resource.methods.get(request.method ?? '');
    if (route === undefined) return errors.wrongMethod(resource.allow);
    const { principal } = caller;
    if (!principal.alcances.includes(route.alcance)) return errors.missingScope(route.alcance);
    return { route, principal, params };
  };

  /** Bad parameters and missing objects are found here. */
  const carryOut = async (
    { request, requestId, query }: Call,
    { route, principal, params }: Operation,
  ): Promise<Answer> => {
    const { method = '', headers, httpVersion } = request;
    const body = hasBody(request, route) ? await readBody(request, route.body) : undefined;
    const isGone = () => request.socket.destroyed;
    const wire = { method, headers, requestId, httpVersion, isGone };
    const { restauranteId } = principal.llave;
    return route.handle({ ...wire, principal, restauranteId, params, query, body });
  };

  /**
   * Reads while PostgreSQL counts the request, so that the client waits for one round trip and not for
   * two. A request over the limit never gets this result.
   */
  const readEarly = (call: Call, operation: Operation | Answer): Promise<Answer> | null => {
    if (isRefusal(operation)) return null;
    const { route } = operation;
    if (!route.isRead || hasBody(call.request, route)) return null;
    const reading = carryOut(call, operation);
    // If the request is over the limit, nobody else handles the failure.
    reading.catch(() => undefined);
    return reading;
  };

  const addressBucket = (request: Addressed) => bucketOf(clientAddress(request));

  const explain = (error: unknown, call: Call): Answer => {
    if (error instanceof ApiError) return errors.of(error);
    log.error({ requestId: call.requestId, route: routeName(call), err: error }, 'request failed');
    return error instanceof StorageBusyError
      ? errors.fixed.no_disponible
      : errors.fixed.error_interno;
  };

  /** For the headers of an answer that was not counted: to OPTIONS, or when the count failed. */
  const peekRate = async (request: Addressed): Promise<Admission> => {
    try {
      return await limiter.peek(addressBucket(request));
    } catch {
      return { admitted: true, remaining: 0, resetMs: clock.now() };
    }
  };

  const begin = (request: IncomingMessage, target: string): Call => {
    const [path, query] = splitTarget(target);
    return {
      request,
      requestId: requestId(request.headers['x-request-id']),
      found: findResource(path.slice(API_PREFIX.length)),
      query,
      principal: null,
      rate: null,
    };
  };

  const answerOrExplain = (call: Call): Promise<Answer> =>
    answerTo(call).catch((error: unknown) => explain(error, call));

  const commonHeaders = async ({ request, requestId, rate }: Call): Promise<HeaderList> => [
    ...rateHeaders(rate ?? (await peekRate(request)), clock.now()),
    ...(request.headers.origin === undefined ? [] : CROSS_ORIGIN),
    ...['X-Request-Id', requestId],
  ];

  /** Never rejects. `target` is the address from its path on. */
  const serve = async (
    request: IncomingMessage,
    response: ServerResponse,
    target: string,
  ): Promise<void> => {
    const startMs = clock.monotonic();
    const call = begin(request, target);
    let answer = await answerOrExplain(call);
    const opens = answer.open !== undefined && request.method !== 'HEAD';
    if (opens && response.socket === null) {
      // The request is pipelined behind another on its connection, or the client has gone.
      answer.release?.();
      answer = errors.badParameter(
        'La conexión en directo no admite otras peticiones antes que ella.',
        'una conexión nueva',
      );
    }
    const headers = await commonHeaders(call);
    if (answer.open !== undefined) takeOver(request, response, answer, headers, clock.now());
    else if (answer.pieces === undefined) sendAnswer(response, answer, headers);
    else {
      const sent = sendPieces(response, answer, headersOf(answer, headers));
      const told = { requestId: call.requestId, route: routeName(call) };
      sent.catch((error) => logCut(log, told, error));
    }
    record(call, answer.status, startMs);
  };

  const record = (call: Call, status: number, startMs: number): void => {
    const { requestId, request } = call;
    const llave = call.principal?.llave ?? null;
    const route = routeName(call);
    metrics.apiAnswered(route, status);
    if (llave !== null) {
      lastUses.note(llave, clock.now());
      usage.note(llave, status);
    }
    if (!logsRequests) return;
    const durationMs = Math.round((clock.monotonic() - startMs) * 1_000) / 1_000;
    const llaveId = llave?.id ?? null;
    log.info({ requestId, method: request.method, route, llaveId, status, durationMs }, 'request');
  };

  return {
    serve,
    /** The headers of an answer to a connection or a request that never reached the checks. */
    async refusalHeaders(socket: Socket): Promise<HeaderList> {
      const rate = await peekRate({ socket, headers: {} });
      return [...rateHeaders(rate, clock.now()), 'X-Request-Id', requestId(undefined)];
    },
  };
};

export type Api = ReturnType<typeof makeApi>;

const isMatch = (found: Call['found']): found is Match<Route> =>
  found !== null && found !== 'malformed';

const isRefusal = (operation: Operation | Answer): operation is Answer => 'status' in operation;

/** The path as the route table has it: a path that a client made up must not reach logs and metrics. */
const routeName = ({ found }: Call): string =>
  isMatch(found) ? found.resource.path : UNKNOWN_ROUTE;

const hasBody = ({ headers }: IncomingMessage, route: Route): boolean =>
  route.body !== undefined || headers['content-length'] !== undefined;

/** Whether the key may come as the parameter `llave`. */
const takesQueryKey = (found: Call['found']): boolean =>
  isMatch(found) && Object.hasOwn(found.resource.methods.get('GET')?.query ?? {}, 'llave');

/**
 * The `Authorization` header. On routes that take the parameter `llave`, the parameter wins: a proxy, or an
 * address with a user and password, adds a header of its own.
 */
const authorizationOf = ({ request: { headers }, found, query }: Call): string | undefined => {
  const llave = takesQueryKey(found) ? findParameter(query, 'llave') : undefined;
  return llave ? `Bearer ${llave}` : headers.authorization;
};
