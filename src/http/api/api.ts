import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { wideNetworkOf } from '../../domain/network.ts';
import type { Log } from '../../platform/log.ts';
import type { OutageLog } from '../../platform/outage-log.ts';
import type { Headers } from '../answer/answer.ts';
import { makeSend, pathOfRoute } from '../answer/send.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { splitTarget } from '../server/address.ts';
import { makeValidatorCompiler, SchemaViolation } from '../validator.ts';
import { BODY_BYTES_MAX, badBody, parseJson } from './body.ts';
import { addChecks, type CheckDeps, callerOf } from './checks.ts';
import { CROSS_ORIGIN } from './cors.ts';
import { type ErrorAnswer, fixedError, invalid, toApiError } from './errors.ts';
import type { ApiRequest, Route } from './handler.ts';
import { readQuery } from './query.ts';
import type { LastUses, Usage } from './usage/key-usage.ts';

export const API_PREFIX = '/api';
const REFUSED = 'the database refuses requests; from here on they are counted';

interface ApiDeps extends CheckDeps {
  routes: readonly Route[];
  errorAnswer: ErrorAnswer;
  metrics: Pick<Metrics, 'apiAnswered'>;
  lastUses: Pick<LastUses, 'note'>;
  usage: Pick<Usage, 'note'>;
  log: Log;
  /** Of requests that the database refuses. */
  outage: OutageLog;
}

/** An answer belongs to one key: no cache may give it to another. */
const COMMON_HEADERS: Headers = {
  'cache-control': 'private, no-cache',
  vary: 'Accept-Encoding, Authorization, Origin',
  'x-content-type-options': 'nosniff',
};

/** The contract's door: every request below `/api`, also to unknown paths, passes the same checks in the same order. */
export const makeApi = (deps: ApiDeps): FastifyPluginAsync => {
  const { clock, clientRate, errorAnswer, log, outage } = deps;

  const addHeaders = ({ id, headers: { origin } }: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(COMMON_HEADERS).header('x-request-id', id);
    if (origin !== undefined) reply.headers(CROSS_ORIGIN);
  };

  const record = (request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply) => {
    const { id: requestId, method, caller, codigo } = request;
    const route = pathOfRoute(request);
    const llave = caller && ('codigo' in caller ? caller.llave : caller.principal.llave);
    const red = wideNetworkOf(clientRate.clientAddress(request.raw));
    deps.metrics.apiAnswered(route, status);
    if (llave !== null) {
      // A key that is refused is not used, but whoever tries it is of interest.
      if (caller && !('codigo' in caller)) deps.lastUses.note(llave, clock.now());
      const agente = request.headers['user-agent'] ?? '';
      deps.usage.note(llave, { status, operacion: `${method} ${route}`, red, agente });
    }
    if (!log.isLevelEnabled('info')) return;
    const durationMs = Math.round(elapsedTime * 1_000) / 1_000;
    log.info(
      { requestId, method, route, llaveId: llave?.id ?? null, red, status, codigo, durationMs },
      'request',
    );
  };

  const explain = (error: unknown, request: FastifyRequest) => {
    if (error instanceof SchemaViolation) return badBody(error);
    const known = toApiError(error, request.routeOptions.bodyLimit);
    const details = { requestId: request.id, route: pathOfRoute(request), err: error };
    if (known === null) log.error(details, 'request failed');
    else if (known.codigo === 'no_disponible') outage.failed('error', details, REFUSED);
    return known ?? fixedError('error_interno');
  };

  const notAlone = () =>
    invalid(
      'La conexión en directo no admite otras peticiones antes que ella.',
      'una conexión nueva',
    );
  const send = makeSend({ clock, log, onLong: record, notAlone });

  return async (app) => {
    app.addHook('onRequest', async (request, reply) => addHeaders(request, reply));
    addChecks(app, deps);
    app.addHook('onSend', async (request, reply) => record(request, reply));

    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, bytes: Buffer) =>
        request.routeOptions.schema?.body === undefined ? undefined : parseJson(bytes),
    );
    app.setValidatorCompiler(makeValidatorCompiler(readQuery));
    app.addHook('preValidation', async (request) => {
      // The schemas read the text of a query, and a request without a body counts as one with an empty object.
      request.query = splitTarget(request.url)[1];
      if (request.body === undefined && request.routeOptions.schema?.body) request.body = {};
    });

    app.setErrorHandler(async (error, request, reply) => {
      // The listener refused the request before it came here.
      if (!reply.hasHeader('x-request-id')) addHeaders(request, reply);
      if (!reply.hasHeader('ratelimit')) reply.headers(await clientRate.headers(request.raw));
      const explained = explain(error, request);
      request.codigo = explained.codigo;
      const { status, headers, body } = errorAnswer(explained);
      return reply.code(status).headers(headers).send(body);
    });
    // Unknown paths pass the checks too, of which one refuses them.
    app.setNotFoundHandler(() => undefined);

    const answer = async (handle: Route['handle'], request: FastifyRequest, reply: FastifyReply) =>
      send(request, reply, await handle(toApiRequest(request)));
    for (const [path, ofPath] of Map.groupBy(deps.routes, (route) => route.path)) {
      addPath(app, path, ofPath, answer);
    }
  };
};

const addPath = (
  app: FastifyInstance,
  path: string,
  routes: readonly Route[],
  answer: (handle: Route['handle'], ...asked: [FastifyRequest, FastifyReply]) => Promise<unknown>,
): void => {
  const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const takesQueryKey = routes.some(({ query }) => 'llave' in query);
  const known: string[] = [];
  for (const { handle, ...ruta } of routes) {
    const { method, query: querystring, body, bodyBytesMax = BODY_BYTES_MAX } = ruta;
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
    known.push(...methods);
    app.route({
      method: methods,
      url,
      schema: { querystring, ...(body && { body }) },
      bodyLimit: bodyBytesMax,
      config: { path, ruta, takesQueryKey },
      handler: (request, reply) => answer(handle, request, reply),
    });
  }
  app.route({
    // Node hands over a connection instead of a request for `CONNECT`.
    method: METHODS.filter((method) => !known.includes(method) && method !== 'CONNECT'),
    url,
    config: { path, takesQueryKey, allow: [...known, 'OPTIONS'].sort().join(', ') },
    handler: () => undefined,
  });
};

const toApiRequest = (request: FastifyRequest): ApiRequest => {
  const { caller, method, headers, id: requestId, raw, params, query, body } = request;
  const { principal } = callerOf(caller);
  const isGone = () => raw.socket.destroyed;
  const [, search] = splitTarget(request.url);
  const wire = { method, headers, requestId, httpVersion: raw.httpVersion, search, isGone };
  const { restauranteId } = principal.llave;
  return { ...wire, principal, restauranteId, params: params as ApiRequest['params'], query, body };
};
