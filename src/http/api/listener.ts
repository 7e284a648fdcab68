import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyPluginAsync, fastify } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { type Answer, headerLines, send } from '../wire/answer.ts';
import { type Closing, closeWithin } from '../wire/close.ts';
import { makeExchanges } from '../wire/exchanges.ts';
import { type HeaderLines, linesOf } from '../wire/head.ts';
import { makeHttpDate } from '../wire/http-date.ts';
import type { RequestIds } from '../wire/request-id.ts';
import { API_PREFIX, type Api } from './api.ts';
import { badAddress, type Errors } from './errors.ts';
import { type Express, makeExpress } from './express.ts';

const HEADERS_MS_MAX = 15_000;
const REQUEST_MS_MAX = 30_000;
const KEEP_ALIVE_MS = 72_000;

/**
 * The integrators' door. `/api` is answered before Fastify comes in: a framework's life cycle costs a
 * tenth of what a small answer costs, and every check of the API, from a malformed address to a
 * method nobody knows, has one order that a router would anticipate. Pages are Fastify's.
 */
export const makePublicListener = ({
  api,
  errors,
  requestId,
  pages,
  clock,
  log,
}: {
  api: Api;
  errors: Errors;
  requestId: RequestIds;
  /** What people look at: the documentation and the panel. */
  pages: readonly FastifyPluginAsync[];
  clock: Clock;
  log: Pick<Log, 'error'>;
}) => {
  let stopping = false;
  let express: Express | null = null;
  const exchanges = makeExchanges();
  const app = fastify({
    genReqId: (request) => requestId(request.headers['x-request-id']),
    serverFactory: (handler) => {
      const onRequest: RequestListener = (request, response) => {
        exchanges.note(request, response);
        if (stopping) response.shouldKeepAlive = false;
        const target = pathOf(request.url ?? '/');
        if (isHostless(request)) void refuseHostless(request, response);
        else if (isApi(target)) void api.serve(request, response, target);
        else handler(request, response);
      };
      const options = {
        headersTimeout: HEADERS_MS_MAX,
        requestTimeout: REQUEST_MS_MAX,
        keepAliveTimeout: KEEP_ALIVE_MS,
        // Left to Node, a missing host and an odd `Expect` would be refused without our body.
        requireHostHeader: false,
      };
      const server = createServer(options, onRequest)
        .on('checkContinue', exchanges.continueInTurn(onRequest))
        .on('checkExpectation', onRequest);
      express = useExpress(server, api, clock);
      return server;
    },
    frameworkErrors: (_, request, reply) => {
      reply.hijack();
      send(reply.raw, badAddress(errors), linesOf(['X-Request-Id', request.id]));
    },
    clientErrorHandler: (error, socket) => void refuse(error, socket),
  });
  /** Bytes that are no HTTP request never reach a handler; the answer is the same nevertheless. */
  const refuse = async (error: { code?: string }, socket: Socket): Promise<void> => {
    const lines = await api.refusalLines(socket);
    await exchanges.refuse(socket, error.code, encode(explain(error.code, errors), lines));
  };

  const refuseHostless = async (
    { socket }: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    response.shouldKeepAlive = false;
    const answer = errors.badParameter('Falta la cabecera «Host».', 'el nombre del servicio');
    send(response, answer, await api.refusalLines(socket));
  };

  // Pages take no body, of whatever kind: it is thrown away unread, as the API does it.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_, body, done) => {
    body.resume();
    done(null);
  });
  for (const page of pages) void app.register(page);
  // What the framework itself does not like, or a page that failed.
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const isTheirs = error.statusCode !== undefined && error.statusCode < 500;
    if (!isTheirs) log.error({ requestId: request.id, err: error }, 'a page failed');
    reply.hijack();
    const { error_interno } = errors.fixed;
    const answer = isTheirs ? explain(undefined, errors) : error_interno;
    send(reply.raw, answer, linesOf(['X-Request-Id', request.id]));
  });
  app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    send(reply.raw, errors.fixed.no_encontrado, linesOf(['X-Request-Id', request.id]));
  });

  return {
    listen: (host: string, port: number): Promise<string> => app.listen({ host, port }),
    /** Takes no new connections, and answers what comes on the open ones for the last time. */
    close(closing: Closing): Promise<void> {
      stopping = true;
      express?.answerLast();
      return closeWithin(app, closing, {
        onLingered: () => express?.stop(),
        onCut: () => express?.cut(),
      });
    },
  };
};

/** Every new connection begins on the express lane, and leaves it for Node's own listener. */
const useExpress = (server: Server, api: Api, clock: Clock): Express => {
  const [toNode] = server.listeners('connection');
  server.removeAllListeners('connection');
  const express = makeExpress({
    takes: isExpress,
    serve: api.serve,
    handOver(socket) {
      toNode?.call(server, socket);
      socket.resume();
    },
    date: makeHttpDate(clock),
    keepAliveMs: KEEP_ALIVE_MS,
    firstMs: HEADERS_MS_MAX,
  });
  server.on('connection', express.accept);
  return express;
};

/** A stream outlives its request, and goes by Node. */
const isExpress = (target: string): boolean =>
  target.startsWith(API_FOLDER) && !target.startsWith(STREAM);
const API_FOLDER = `${API_PREFIX}/`;
const STREAM = `${API_FOLDER}stream`;

const isApi = (target: string): boolean =>
  target.startsWith(API_PREFIX) &&
  (target.length === API_PREFIX.length || '/?'.includes(target.charAt(API_PREFIX.length)));

/** Proxies may ask with the whole address: what counts is what follows the host. */
const pathOf = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '');

const isHostless = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersion === '1.1';

const explain = (code: string | undefined, errors: Errors): Answer => {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return errors.badParameter('Las cabeceras son demasiado grandes.', 'hasta 16 KiB en total');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return errors.badParameter(
      'La petición no llegó entera a tiempo.',
      `hasta ${REQUEST_MS_MAX / 1_000} s`,
    );
  }
  return errors.badParameter('La petición no es HTTP válido.', 'HTTP/1.1');
};

const encode = (answer: Answer, more: HeaderLines): Buffer => {
  const { status, body } = answer;
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n`;
  return Buffer.concat([Buffer.from(`${first}${headerLines(answer, more)}\r\n`), body]);
};
