import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../clock.ts';
import type { Admission } from '../../domain/sliding-window.ts';
import type { Log } from '../../log.ts';
import type { Llave } from '../../storage/port/accounts.ts';
import { StorageBusyError } from '../../storage/port/errors.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type Answer, type Outgoing, send } from '../wire/answer.ts';
import type { Addressed } from '../wire/client-address.ts';
import { tailor } from '../wire/conditional.ts';
import type { HeaderLines } from '../wire/head.ts';
import type { RequestIds } from '../wire/request-id.ts';
import { takeOver } from '../wire/take-over.ts';
import type { Auth, AuthError, Caller } from './auth.ts';
import { readBody } from './body.ts';
import { corsLines, describeMethods } from './cors.ts';
import { ApiError, badAddress, type Errors } from './errors.ts';
import { type Limiter, rateLines, secondsUntil } from './limiter.ts';
import { findParameter } from './query.ts';
import { type Match, makeRouter } from './router.ts';
import type { Route } from './routes.ts';
import type { Usage } from './usage.ts';

export const API_PREFIX = '/api';

const UNKNOWN_ROUTE = 'desconocida';

export interface ApiDeps {
  routes: readonly Route[];
  auth: Auth;
  limiter: Limiter;
  clientAddress: (request: Addressed) => string;
  errors: Errors;
  requestId: RequestIds;
  metrics: Pick<Metrics, 'answered'>;
  usage: Pick<Usage, 'note'>;
  clock: Clock;
  log: Log;
}

/** A request, whichever way it was read: Node's, which may bring a body, or no more than a head. */
export type ApiCall = IncomingMessage | Pick<IncomingMessage, 'method' | 'headers' | 'socket'>;

/** What is known of a request so far; nothing of it is secret or personal. */
interface Trace {
  id: string;
  route: string;
  llave: Pick<Llave, 'id' | 'restauranteId'> | null;
  rate: Admission | null;
}

/** An operation that the caller may ask for. */
interface Wanted extends Pick<Match<Route>, 'params'> {
  route: Route;
  llave: Caller['llave'];
}
const isWanted = (wanted: Wanted | Answer): wanted is Wanted => 'route' in wanted;

const hasBody = ({ headers }: ApiCall, route: Route): boolean =>
  route.body !== undefined || headers['content-length'] !== undefined;

type Found = Match<Route> | 'malformed' | null;
const isMatch = (found: Found): found is Match<Route> => found !== null && found !== 'malformed';

/** Whether the key may come as the parameter `llave`. */
const hasQueryKey = ({ query }: Route): boolean => Object.hasOwn(query, 'llave');

/** The header, or the parameter of those who cannot send one. */
const authorizationOf = ({ headers }: ApiCall, query: string): string | undefined => {
  if (headers.authorization?.trim()) return headers.authorization;
  const llave = findParameter(query, 'llave');
  return llave === undefined || llave === '' ? undefined : `Bearer ${llave}`;
};

/** Answers everything below `/api`, known or not, with the one order of checks. */
export const makeApi = (deps: ApiDeps) => {
  const { auth, limiter, clientAddress, errors, requestId, metrics, usage, clock, log } = deps;
  const match = makeRouter(deps.routes);
  const queryKeyPaths = new Set<string>(deps.routes.filter(hasQueryKey).map(({ path }) => path));
  const logsRequests = log.isLevelEnabled('info');

  /** Read from top to bottom: this is the order in which a request may fail. */
  const decide = async (
    request: ApiCall,
    found: Found,
    query: string,
    trace: Trace,
  ): Promise<Answer> => {
    const takesQueryKey = isMatch(found) && queryKeyPaths.has(found.resource.path);
    const asked = auth.authenticate(
      takesQueryKey ? authorizationOf(request, query) : request.headers.authorization,
    );
    const caller = asked instanceof Promise ? await asked : asked;
    const isStranger = typeof caller === 'string';
    if (!isStranger) trace.llave = caller.llave;
    const counted = limiter.admit(isStranger ? addressBucket(request) : caller.bucket);
    const wanted = judge(request, caller, found, takesQueryKey);
    const ahead = counted instanceof Promise ? readAhead(request, wanted, query, trace) : null;
    trace.rate = counted instanceof Promise ? await counted : counted;
    if (!trace.rate.admitted) {
      return errors.tooMany(secondsUntil(trace.rate.resetMs, clock.now()));
    }
    if (!isWanted(wanted)) return wanted;
    const answer = await (ahead ?? carryOut(request, wanted, query, trace));
    if (wanted.route.method !== 'GET') return answer;
    const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = request.headers;
    return tailor(answer, { acceptEncoding, ifNoneMatch });
  };

  /** What a request that is counted asks for, or why it does not get it. */
  const judge = (
    request: ApiCall,
    caller: Caller | AuthError,
    found: Found,
    takesQueryKey: boolean,
  ): Wanted | Answer => {
    if (caller === 'llave_ausente' && takesQueryKey) return errors.missingQueryKey;
    if (typeof caller === 'string') return errors.fixed[caller];
    if (!caller.activo) return errors.fixed.restaurante_inactivo;
    if (found === 'malformed') return badAddress(errors);
    if (found === null) return errors.fixed.no_encontrado;
    const { resource, params } = found;
    const route = resource.methods.get(request.method ?? '');
    if (route === undefined) return errors.wrongMethod(resource.allow);
    const { llave } = caller;
    if (!llave.alcances.includes(route.alcance)) return errors.missingScope(route.alcance);
    return { route, llave, params };
  };

  const carryOut = async (
    request: ApiCall,
    { route, llave, params }: Wanted,
    query: string,
    { id: requestId }: Trace,
  ): Promise<Answer> => {
    const { method = '', headers } = request;
    const body = hasBody(request, route) ? await readBody(request, route.body) : undefined;
    return route.handle({ llave, params, query, body, wire: { method, headers, requestId } });
  };

  /**
   * Reads while a database counts the request: one after the other, everybody would wait for it twice.
   * Whoever is then turned away sees nothing of it.
   */
  const readAhead = (
    request: ApiCall,
    wanted: Wanted | Answer,
    query: string,
    trace: Trace,
  ): Promise<Answer> | null => {
    if (!isWanted(wanted) || !wanted.route.isRead || hasBody(request, wanted.route)) return null;
    const ahead = carryOut(request, wanted, query, trace);
    // Its failure is told to those who are not turned away.
    ahead.catch(() => {});
    return ahead;
  };

  const addressBucket = (request: Addressed) => `ip:${clientAddress(request)}`;

  const explain = (error: unknown, id: string, { route }: Trace): Answer => {
    if (error instanceof ApiError) return errors.of(error);
    log.error({ requestId: id, route, err: error }, 'request failed');
    return error instanceof StorageBusyError
      ? errors.fixed.no_disponible
      : errors.fixed.error_interno;
  };

  /** The standing of a bucket that was not counted: of a preflight, or when the count failed. */
  const standing = async (request: Addressed): Promise<Admission> => {
    try {
      return await limiter.peek(addressBucket(request));
    } catch {
      return { admitted: true, remaining: 0, resetMs: clock.now() };
    }
  };

  /** `target` is the address from its path on. Never rejects. */
  const serve = async (request: ApiCall, response: Outgoing, target: string): Promise<void> => {
    const startMs = logsRequests ? clock.monotonic() : 0;
    const { headers, method } = request;
    const id = requestId(headers['x-request-id']);
    const trace: Trace = { id, route: UNKNOWN_ROUTE, llave: null, rate: null };
    const queryAt = target.indexOf('?');
    const found = match(target.slice(API_PREFIX.length, queryAt < 0 ? undefined : queryAt));
    const isKnown = isMatch(found);
    if (isKnown) trace.route = found.resource.path;

    let answer: Answer;
    try {
      answer =
        method === 'OPTIONS' && isKnown
          ? describeMethods(found.resource.allow)
          : await decide(request, found, queryAt < 0 ? '' : target.slice(queryAt + 1), trace);
    } catch (error) {
      answer = explain(error, id, trace);
    }
    if (answer.open !== undefined && response.socket === null) {
      // Behind another request on the same connection, or nobody is there any more.
      answer.abandon?.();
      answer = errors.badParameter(
        'La conexión en directo no admite otras peticiones antes que ella.',
        'una conexión nueva',
      );
    }
    const { status } = answer;
    const rate = trace.rate ?? (await standing(request));
    const more = `${rateLines(rate, clock.now())}${corsLines(headers.origin)}X-Request-Id: ${id}\r\n`;
    if (answer.open === undefined) send(response, answer, more);
    else takeOver(request, response, answer, more, clock.now());
    metrics.answered(trace.route, status);
    if (trace.llave !== null) usage.note(trace.llave, status);
    if (!logsRequests) return;
    const durationMs = Math.round((clock.monotonic() - startMs) * 1_000) / 1_000;
    const { route } = trace;
    const llaveId = trace.llave?.id ?? null;
    log.info({ requestId: id, method, route, llaveId, status, durationMs }, 'request');
  };

  return {
    serve,
    /** The headers of an answer to what never became a request. */
    async refusalLines(socket: Socket): Promise<HeaderLines> {
      const rate = await standing({ socket, headers: {} });
      return `${rateLines(rate, clock.now())}X-Request-Id: ${requestId(undefined)}\r\n`;
    },
  };
};

export type Api = ReturnType<typeof makeApi>;
