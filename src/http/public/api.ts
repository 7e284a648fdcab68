import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { StorageBusyError } from '../../storage/errors.ts';
import type { Metrics } from '../metrics.ts';
import { type Answer, send } from './answer.ts';
import type { Auth } from './auth.ts';
import { ApiError, badAddress, type Errors } from './errors.ts';
import type { RequestIds } from './request-id.ts';
import { makeRouter } from './router.ts';
import type { Route } from './routes.ts';

export const API_PREFIX = '/api';

const UNKNOWN_ROUTE = 'desconocida';

export interface ApiDeps {
  routes: readonly Route[];
  auth: Auth;
  errors: Errors;
  requestId: RequestIds;
  metrics: Pick<Metrics, 'answered'>;
  clock: Clock;
  log: Log;
}

/** What is known of a request once it has been answered; nothing of it is secret or personal. */
interface Trace {
  route: string;
  llaveId: string | null;
}

/** Answers everything below `/api`, known or not, with the one order of checks. */
export const makeApi = ({ routes, auth, errors, requestId, metrics, clock, log }: ApiDeps) => {
  const match = makeRouter(routes);
  const logsRequests = log.isLevelEnabled('info');

  /** Read from top to bottom: this is the order in which a request may fail. */
  const decide = async (
    { method = '', headers }: IncomingMessage,
    target: string,
    trace: Trace,
  ): Promise<Answer> => {
    const queryAt = target.indexOf('?');
    const found = match(target.slice(API_PREFIX.length, queryAt < 0 ? undefined : queryAt));
    if (found !== null && found !== 'malformed') trace.route = found.resource.path;

    const caller = await auth.authenticate(headers.authorization);
    if (typeof caller === 'string') return errors.fixed[caller];
    const { llave } = caller;
    trace.llaveId = llave.id;
    // The rate limit has its place here: after 401, before everything else.
    if (!caller.activo) return errors.fixed.restaurante_inactivo;
    if (found === 'malformed') return badAddress(errors);
    if (found === null) return errors.fixed.no_encontrado;
    const { resource, params } = found;
    const route = resource.methods.get(method);
    if (route === undefined) return errors.wrongMethod(resource.allow);
    if (!llave.alcances.includes(route.alcance)) return errors.missingScope(route.alcance);
    return route.handle({ llave, params, query: queryAt < 0 ? '' : target.slice(queryAt + 1) });
  };

  const explain = (error: unknown, id: string, { route }: Trace): Answer => {
    if (error instanceof ApiError) return errors.of(error);
    log.error({ requestId: id, route, err: error }, 'request failed');
    return error instanceof StorageBusyError
      ? errors.fixed.no_disponible
      : errors.fixed.error_interno;
  };

  /** `target` is the address from its path on. Never rejects. */
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    target: string,
  ): Promise<void> => {
    const startMs = logsRequests ? clock.monotonic() : 0;
    const id = requestId(request.headers['x-request-id']);
    const trace: Trace = { route: UNKNOWN_ROUTE, llaveId: null };
    let answer: Answer;
    try {
      answer = await decide(request, target, trace);
    } catch (error) {
      answer = explain(error, id, trace);
    }
    send(response, answer, id);
    const { status } = answer;
    metrics.answered(trace.route, status);
    if (!logsRequests) return;
    const durationMs = Math.round((clock.monotonic() - startMs) * 1_000) / 1_000;
    log.info({ requestId: id, method: request.method, ...trace, status, durationMs }, 'request');
  };
};

export type Api = ReturnType<typeof makeApi>;
