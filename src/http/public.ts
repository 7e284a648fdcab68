import { Buffer } from 'node:buffer';
import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyPluginAsync, type FastifyRequest, fastify } from 'fastify';
import type { Log } from '../platform/log.ts';
import { API_PREFIX } from './api/api.ts';
import type { ClientRate } from './api/client-rate.ts';
import { badHost, badRequest, type ErrorAnswer, tooManyConnections } from './api/errors.ts';
import { makePages } from './pages/pages.ts';
import { routableUrl } from './server/address.ts';
import { type Closing, closeWithin } from './server/close.ts';
import { type ConnectionDeps, makeConnections } from './server/connections.ts';
import type { RequestIds } from './server/request.ts';
import { encodeHead, makeServer } from './server/server.ts';
import { NO_COMPILERS } from './validator.ts';

const SERVER_OPTIONS = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  // How often Node looks for late requests; its default is 30 s.
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 72_000,
  // Node would refuse a missing host without our error body.
  requireHostHeader: false,
};

interface PublicDeps {
  api: FastifyPluginAsync;
  /** The documentation and the panel. */
  pages: readonly FastifyPluginAsync[];
  errorAnswer: ErrorAnswer;
  clientRate: ClientRate;
  requestId: RequestIds;
  clients: ConnectionDeps;
  /** Whether PUBLIC_URL is https: browsers are then told never to come over http again. */
  isHttps: boolean;
  log: Pick<Log, 'error'>;
}

/** The door of integrators and of people: the API, the documentation and the panel. */
export const makePublicListener = (deps: PublicDeps) => {
  const { api, errorAnswer, clientRate, requestId, clients } = deps;
  const { perAddress } = clients.limits;
  let stopping = false;

  const refuseConnection = async (socket: Socket): Promise<void> => {
    const { status, headers, body } = errorAnswer(tooManyConnections(perAddress));
    const rate = await clientRate.headers({ socket, headers: {} });
    const own = { 'content-length': String(body.length), connection: 'close' };
    const id = { 'x-request-id': requestId(undefined) };
    const head = encodeHead(status, { ...headers, ...rate, ...id, ...own });
    socket.write(Buffer.concat([Buffer.from(head), body]));
    socket.destroySoon();
  };

  const server = makeServer(SERVER_OPTIONS, errorAnswer(badRequest()).body);
  const connections = makeConnections(clients, (socket) => void refuseConnection(socket));
  const app = fastify({
    genReqId: (request) => requestId(request.headers['x-request-id']),
    serverFactory: (serve) => connections.guard(server.serverFactory(serve)),
    clientErrorHandler: server.refuse,
    rewriteUrl: routableUrl,
    // Paths have their own limit, which comes after the check of the key.
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER },
    schemaController: NO_COMPILERS,
  });
  for (const method of METHODS)
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);

  app.addHook('onRequest', async (request, { raw }) => {
    if (stopping) raw.shouldKeepAlive = false;
    // 429: too many requests and streams of one client behind a trusted proxy.
    if (!connections.begin(request.raw, raw)) throw tooManyConnections(perAddress);
    // 400: a missing host, or two of which a proxy may have read the other.
    if (!hasBadHost(request)) return;
    raw.shouldKeepAlive = false;
    throw badHost();
  });
  void app.register(api, { prefix: API_PREFIX });
  void app.register(makePages(deps));

  return {
    listen: (host: string, port: number): Promise<string> => app.listen({ host, port }),
    /** Takes no new connections, and answers one last request on each open one. */
    close(closing: Closing): Promise<void> {
      stopping = true;
      return closeWithin(app, server.isAnswering, closing);
    },
  };
};

/** RFC 9112, 3.2 wants exactly one host. Of two, Node keeps the first, and a proxy may have routed by the second. */
const hasBadHost = ({ raw: { rawHeaders, headers, httpVersion } }: FastifyRequest): boolean => {
  if (headers.host === undefined) return httpVersion === '1.1';
  // Names and values come in turn; the length comes first because this runs for every request.
  const isHost = (name: string, i: number) =>
    name.length === 'host'.length && i % 2 === 0 && name.toLowerCase() === 'host';
  return rawHeaders.filter(isHost).length > 1;
};
