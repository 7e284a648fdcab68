import type { Buffer } from 'node:buffer';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyPluginAsync, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Log } from '../../platform/log.ts';
import { type Answer, encodeAnswer, sendAnswer } from '../wire/answer.ts';
import { type Closing, closeWithin } from '../wire/close.ts';
import { type ConnectionDeps, makeConnections } from '../wire/connections.ts';
import { inTurn, makeExchanges } from '../wire/exchanges.ts';
import { NO_SCHEMAS } from '../wire/no-schemas.ts';
import type { RequestIds } from '../wire/request.ts';
import { makeReadUnknownMethod, type ParseError } from '../wire/unknown-method.ts';
import { API_PREFIX, type Api } from './api.ts';
import type { Errors } from './errors.ts';
import { PATH_CHARS_MAX, pathOf, splitTarget } from './router.ts';

const HEADERS_MS_MAX = 15_000;
const REQUEST_MS_MAX = 30_000;
/** How often Node looks for late requests; its default is 30 s. */
const LATE_CHECK_MS = 1_000;
const KEEP_ALIVE_MS = 72_000;
/**
 * Pipelined requests that may be unanswered on one connection. Node accepts any number, and each costs fifty times its bytes in
 * memory until it is answered.
 */
const UNANSWERED_MAX = 100;
const HSTS = 'max-age=31536000';
const PAGE_METHODS = 'GET, HEAD, OPTIONS';
/** Node's own error code for a request that is too late. */
const TOO_LATE: ParseError = { code: 'ERR_HTTP_REQUEST_TIMEOUT' };

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
  const exchanges = makeExchanges(UNANSWERED_MAX);
  const readUnknownMethod = makeReadUnknownMethod(
    HEADERS_MS_MAX,
    (socket) => void refuseBytes(TOO_LATE, socket),
  );
  const connections = makeConnections(clients, (socket) => void refuseConnection(socket));
  const app = fastify({
    schemaController: NO_SCHEMAS,
    genReqId: (request) => requestId(request.headers['x-request-id']),
    serverFactory: (servePage) => {
      const onRequest: RequestListener = (request, response) => {
        if (!exchanges.note(request, response)) return;
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
      const options = {
        headersTimeout: HEADERS_MS_MAX,
        requestTimeout: REQUEST_MS_MAX,
        connectionsCheckingInterval: LATE_CHECK_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        // Node would refuse a missing host, and an odd `Expect` (see `checkExpectation`), without our error body.
        requireHostHeader: false,
      };
      const server = createServer(options, onRequest)
        .on('checkContinue', exchanges.continueInTurn(onRequest))
        .on('checkExpectation', onRequest)
        .on('connect', (request: IncomingMessage) => void refuseTunnel(request));
      connections.guard(server);
      return server;
    },
    frameworkErrors: (_, request, reply) => sendError(request, reply, errors.badAddress),
    // Fastify types the packet of the error as its JSON; it is a Buffer.
    clientErrorHandler: (error, socket) => void refuseBytes(error as object, socket),
  });

  /** Bytes that are no HTTP request never reach a handler, and get the same kind of answer. */
  const refuseBytes = async (error: ParseError, socket: Socket): Promise<void> => {
    const request = readUnknownMethod(error, socket);
    if (request === 'incomplete') return;
    const refusal =
      request === null
        ? encodeAnswer(describeBadBytes(error.code, errors), await api.refusalHeaders(socket))
        : await refuseMethod(request);
    await exchanges.refuse(socket, error.code, refusal);
  };

  const refuseMethod = async (request: IncomingMessage): Promise<Buffer> => {
    const target = pathOf(request.url ?? '/');
    const isBad = hasBadHost(request);
    if (isApi(target) && !isBad) return api.refuseMethod(request, target);
    const answer = isBad ? badHost : describePageMethod(target, errors);
    return encodeAnswer(answer, await api.refusalHeaders(request.socket));
  };

  /** `CONNECT`: Node hands over the socket, with nobody left to handle its errors. */
  const refuseTunnel = async (request: IncomingMessage): Promise<void> => {
    const socket = request.socket.on('error', () => undefined).resume();
    await exchanges.refuse(socket, undefined, await refuseMethod(request));
    socket.destroySoon();
  };

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
    const answer = isClientError ? describeBadBytes(undefined, errors) : errors.fixed.error_interno;
    sendError(request, reply, answer);
  });
  app.setNotFoundHandler((request, reply) => sendError(request, reply, errors.fixed.no_encontrado));

  return {
    listen: (host: string, port: number): Promise<string> => app.listen({ host, port }),
    /** Takes no new connections, and answers one last request on each open one. */
    close(closing: Closing): Promise<void> {
      stopping = true;
      return closeWithin(app, exchanges.isAnswering, closing);
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

/** The answer to a method that no page has: 404, but 405 to a tunnel (`CONNECT host:443`), which names no path. */
const describePageMethod = (target: string, errors: Errors): Answer =>
  target.startsWith('/') ? errors.fixed.no_encontrado : errors.wrongMethod(PAGE_METHODS);

/** `code` is Node's error code for bytes that it refused. */
const describeBadBytes = (code: string | undefined, errors: Errors): Answer => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return errors.badParameter('Las cabeceras son demasiado grandes.', 'hasta 16 KiB en total');
    case 'ERR_HTTP_REQUEST_TIMEOUT': {
      const limit = `hasta ${REQUEST_MS_MAX / 1_000} s`;
      return errors.badParameter('La petición no llegó entera a tiempo.', limit);
    }
    default:
      return errors.badParameter('La petición no es HTTP válido.', 'HTTP/1.1');
  }
};
