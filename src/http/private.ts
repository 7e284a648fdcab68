import { Buffer } from 'node:buffer';
import { hash, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type FastifyReply, fastify } from 'fastify';
import type { Ingest } from '../ingest/ingest.ts';
import { withTimeout } from '../platform/async/timeout.ts';
import type { Log } from '../platform/log.ts';
import type { Store } from '../storage/port/store.ts';
import { discardRest } from './commands/body.ts';
import { makeCommands } from './commands/commands.ts';
import type { Metrics } from './metrics/metrics.ts';
import { type Closing, closeWithin } from './server/close.ts';
import {
  type ConnectionLimits,
  type ConnectionObserver,
  makeConnections,
} from './server/connections.ts';
import { isEncoded, networkOf, readBearer } from './server/request.ts';
import { encodeHead, makeServer } from './server/server.ts';
import { NO_COMPILERS } from './validator.ts';

const PING_MS_MAX = 2_000;
const CUT_LOG_MS = 1_000;
const SERVER_OPTIONS = {
  // A request may hold a million lines and take an hour: only its head has to come in time.
  requestTimeout: 0,
  headersTimeout: 30_000,
  // Longer than senders and proxies keep an idle connection: closed by us, it would take a request with it.
  keepAliveTimeout: 72_000,
  // A peer that does not answer the probes of TCP is dropped; a silent one that does may stay for hours.
  keepAlive: true,
  keepAliveInitialDelay: 30_000,
};

const NO_HTTP = 'La petición no es HTTP válido.';
const TOO_MANY = 'Hay demasiadas peticiones de comandos abiertas a la vez.';
const COMPRESSED = 'Los comandos han de ir sin comprimir.';
const OPEN_PATHS = new Set(['/health', '/ready']);

interface PrivateDeps {
  ingestKeys: readonly string[];
  ingest: Ingest;
  store: Pick<Store, 'ping' | 'absentNodes'>;
  metrics: Metrics;
  connectionLimits: Omit<ConnectionLimits, 'stallMs'>;
  log: Log;
}

/** The operators' door: commands, health and metrics. */
export const makePrivateListener = ({
  ingestKeys,
  ingest,
  store,
  metrics,
  connectionLimits,
  log,
}: PrivateDeps) => {
  const server = makeServer(
    SERVER_OPTIONS,
    Buffer.from(JSON.stringify(errorBody('parametro_invalido', NO_HTTP))),
  );
  const connections = makeConnections(
    {
      // Nothing is cut off for being slow: a stream of commands may be silent for hours.
      limits: { ...connectionLimits, stallMs: 0 },
      trustProxy: false,
      clientAddress: ({ socket }) => networkOf(socket.remoteAddress ?? ''),
      observer: makeCutLog(log),
    },
    refuseConnection,
  );
  const app = fastify({
    schemaController: NO_COMPILERS,
    serverFactory: (serve) => connections.guard(server.serverFactory(serve)),
    clientErrorHandler: server.refuse,
    frameworkErrors: (_, __, reply) =>
      refuse(reply, 400, 'parametro_invalido', 'La dirección está mal codificada.'),
  });
  // Only /commands reads its body, by itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_, __, done) => done(null));
  const commands = makeCommands({ ingest, log, runs: metrics.runs });
  const isKey = makeIsKey(ingestKeys);
  let stopping = false;

  // Not async: if the client went away before its refusal had ended, Fastify would go on to the route.
  app.addHook('onRequest', (request, reply, pass) => {
    if (stopping) reply.raw.shouldKeepAlive = false;
    // Without a time limit for requests, Node would read a body that nobody takes for as long as it goes on.
    reply.raw.once('finish', () => void discardRest(request.raw));
    if (OPEN_PATHS.has(request.routeOptions.url ?? '')) return pass();
    const token = readBearer(request.headers.authorization);
    if (token !== null && isKey(token)) return pass();
    const codigo = token === null ? 'llave_ausente' : 'llave_invalida';
    reply.header('www-authenticate', 'Bearer');
    refuseUnread(reply, 401, codigo, 'Envía «Authorization: Bearer INGEST_KEY» con la clave.');
  });

  app.route({
    method: 'POST',
    url: '/commands',
    // Before Fastify looks at the content type, which may be any.
    onRequest: (request, reply) => {
      if (isEncoded(request)) refuseUnread(reply, 415, 'tipo_no_soportado', COMPRESSED);
      else if (commands.isFull()) refuseUnread(reply, 503, 'no_disponible', TOO_MANY);
      else {
        reply.hijack();
        void commands.answer(request.raw, reply.raw);
      }
    },
    handler: () => undefined,
  });
  app.get('/health', () => ({ ok: true }));
  app.get('/ready', async (_, reply) => {
    if (!stopping && (await answers(store))) {
      // Still ready: only the restaurants on these nodes wait.
      const ausentes = await store.absentNodes().catch(() => []);
      return ausentes.length === 0 ? { ok: true } : { ok: true, nodos_ausentes: ausentes };
    }
    const error = stopping ? 'El servicio se está parando.' : 'La base de datos no responde.';
    return refuse(reply, 503, 'no_disponible', error);
  });
  app.get('/metrics', async (_, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );

  app.setNotFoundHandler((_, reply) =>
    refuse(reply, 404, 'no_encontrado', 'Rutas: POST /commands, GET /health, /ready, /metrics.'),
  );
  app.setErrorHandler((error: { statusCode?: number }, _, reply) => {
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return refuse(reply, 400, 'parametro_invalido', NO_HTTP);
    }
    log.error({ err: error }, 'a private request failed');
    return refuse(reply, 500, 'error_interno', 'Error interno.');
  });

  return {
    listen: (host: string, port: number): Promise<string> => app.listen({ host, port }),
    /** Takes no new connections, lingers, and then answers the lines that open requests have read. */
    async close(closing: Closing): Promise<void> {
      stopping = true;
      let stopped: Promise<void> | undefined;
      const onLingered = () => {
        stopped = commands.stop();
      };
      await closeWithin(app, server.isAnswering, closing, onLingered);
      await stopped;
    },
  };
};

/** Says at most once a second that connections were refused: a flood must not fill the log as well. */
const makeCutLog = (log: Pick<Log, 'warn'>): ConnectionObserver => {
  let cuts = 0;
  const tell = () => {
    log.warn({ cuts }, 'refused connections to the private port: too many are open');
    cuts = 0;
  };
  return {
    opened: () => undefined,
    closed: () => undefined,
    cut() {
      cuts += 1;
      if (cuts === 1) setTimeout(tell, CUT_LOG_MS).unref();
    },
  };
};

const refuseConnection = (socket: Socket): void => {
  const body = JSON.stringify(errorBody('limite_alcanzado', 'Hay demasiadas conexiones abiertas.'));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    'retry-after': '1',
  };
  socket.write(encodeHead(429, headers) + body);
  socket.destroySoon();
};

const errorBody = (codigo: string, error: string) => ({ ok: false, error, codigo });

const refuse = (reply: FastifyReply, status: number, codigo: string, error: string) =>
  reply.code(status).send(errorBody(codigo, error));

/** Refuses without reading the body, which may be endless: closes the connection, but not under a client that is still sending. */
const refuseUnread: typeof refuse = (reply, status, codigo, error) => {
  const body = JSON.stringify(errorBody(codigo, error));
  const sendAndLinger = async function* () {
    yield body;
    await discardRest(reply.request.raw);
  };
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .header('content-length', Buffer.byteLength(body))
    .header('connection', 'close')
    .send(Readable.from(sendAndLinger()));
};

/** Compares digests, so that neither timing nor length reveals anything about the key. */
const makeIsKey = (keys: readonly string[]) => {
  const expected = keys.map((key) => hash('sha256', key, 'buffer'));
  return (given: string): boolean => {
    const digest = hash('sha256', given, 'buffer');
    return expected.some((each) => timingSafeEqual(digest, each));
  };
};

const answers = (store: Pick<Store, 'ping'>): Promise<boolean> =>
  withTimeout(store.ping(), PING_MS_MAX, () => new Error('no answer')).then(
    () => true,
    () => false,
  );
