import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyPluginAsync, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Log } from '../../platform/log.ts';
import { type Closing, closeWithin } from '../close.ts';
import { NO_SCHEMAS } from '../no-schemas.ts';
import { inTurn, makeServer } from '../server.ts';
import { type Answer, encodeAnswer, sendAnswer } from '../wire/answer.ts';
import { type ConnectionDeps, makeConnections } from '../wire/connections.ts';
import type { RequestIds } from '../wire/request.ts';
import { API_PREFIX, type Api } from './api.ts';
import type { Errors } from './errors.ts';
import { PATH_CHARS_MAX, pathOf, splitTarget } from './router.ts';

const SERVER_OPTIONS = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  // How often Node looks for late requests; its default is 30 s.
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 72_000,
  // Node would refuse a missing host without our error body.
  requireHostHeader: false,
};
const HSTS = 'max-age=31536000';

/**
 * The integrators' door. `/api` bypasses Fastify: a 304 takes 19 µs of processor time with bare `node:http`
 * and 32 µs with Fastify and three hooks, before any of our code runs, and Fastify's router would refuse
 * malformed addresses and odd methods before the key is checked. Fastify serves the pages.
 */
export const makePublicListener = ({
  api,
  errors,
  requestId,
  pages,
  clients,
  isHttps,
  log,
}: {
  api: Api;
  errors: Errors;
  requestId: RequestIds;
  /** The documentation and the panel. */
  pages: readonly FastifyPluginAsync[];
  clients: ConnectionDeps;
  /** Whether PUBLIC_URL is https: browsers are then told never to come over http again. */
  isHttps: boolean;
  log: Pick<Log, 'error'>;
}) => {
  const badHost = errors.badParameter(
    'La petición debe llevar una cabecera «Host», y solo una.',
    'el nombre del servicio',
  );
  const tooManyConnections = errors.tooManyConnections(clients.limits.perAddress);
  let stopping = false;
  const connections = makeConnections(clients, (socket) => void refuseConnection(socket));
  const server = makeServer(SERVER_OPTIONS, errors.badRequest.body);
  const app = fastify({
    schemaController: NO_SCHEMAS,
    genReqId: (request) => requestId(request.headers['x-request-id']),
    serverFactory: (servePage) => {
      const onRequest: RequestListener = (request, response) => {
        if (stopping) response.shouldKeepAlive = false;
        if (!connections.begin(request, response)) {
          void refuse(request, response, tooManyConnections);
          return;
        }
        const target = pathOf(request.url ?? '/');
        if (hasBadHost(request)) {
          response.shouldKeepAlive = false;
          void refuse(request, response, badHost);
        } else if (isApi(target)) void api.serve(request, response, target);
        else if (isLong(target)) sendMissing(request, response);
        else {
          if (isHttps) response.setHeader('strict-transport-security', HSTS);
          // Pages have no rate limit, so the pipelined requests of a connection are served one at a time.
          inTurn(response, () => servePage(request, response));
        }
      };
      return connections.guard(server.serverFactory(onRequest));
    },
    clientErrorHandler: server.refuse,
    frameworkErrors: (_, request, reply) => sendError(request, reply, errors.badAddress),
  });

  const refuseConnection = async (socket: Socket): Promise<void> => {
    socket.write(encodeAnswer(tooManyConnections, await api.refusalHeaders(socket)));
    socket.destroySoon();
  };

  const refuse = async (
    { socket }: IncomingMessage,
    response: ServerResponse,
    answer: Answer,
  ): Promise<void> => sendAnswer(response, answer, await api.refusalHeaders(socket));

  const sendMissing: RequestListener = ({ headers }, response) =>
    sendAnswer(response, errors.fixed.no_encontrado, [
      'X-Request-Id',
      requestId(headers['x-request-id']),
    ]);

  const sendError = (request: FastifyRequest, reply: FastifyReply, answer: Answer): void => {
    reply.hijack();
    sendAnswer(reply.raw, answer, ['X-Request-Id', request.id]);
  };

  // Pages take no body: one of any type is discarded unread.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_, body, done) => {
    body.resume();
    done(null);
  });
  for (const page of pages) void app.register(page);
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const isClientError = error.statusCode !== undefined && error.statusCode < 500;
    if (!isClientError) log.error({ requestId: request.id, err: error }, 'a page failed');
    const answer = isClientError ? errors.badRequest : errors.fixed.error_interno;
    sendError(request, reply, answer);
  });
  app.setNotFoundHandler((request, reply) => sendError(request, reply, errors.fixed.no_encontrado));

  return {
    listen: (host: string, port: number): Promise<string> => app.listen({ host, port }),
    /** Takes no new connections, and answers one last request on each open one. */
    close(closing: Closing): Promise<void> {
      stopping = true;
      return closeWithin(app, server.isAnswering, closing);
    },
  };
};

const isApi = (target: string): boolean =>
  target.startsWith(API_PREFIX) &&
  (target.length === API_PREFIX.length || '/?'.includes(target.charAt(API_PREFIX.length)));

/** Whether the path is longer than that of any page, so that no route needs to be tried. The panel's API checks its own paths. */
const isLong = (target: string): boolean =>
  !target.startsWith('/panel/api') && splitTarget(target)[0].length > PATH_CHARS_MAX;

/** RFC 9112, 3.2 wants exactly one host. Of two, Node keeps the first, and a proxy may have routed by the second. */
const hasBadHost = ({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean => {
  if (headers.host === undefined) return httpVersion === '1.1';
  // Names and values come in turn; the length comes first because this runs for every request.
  const isHost = (name: string, i: number) =>
    name.length === 'host'.length && i % 2 === 0 && name.toLowerCase() === 'host';
  return rawHeaders.filter(isHost).length > 1;
};
