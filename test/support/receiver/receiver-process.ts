// A receiver in a process of its own, started by receiver.ts. The path chooses how it misbehaves.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createRawServer,
  type Server,
  type Socket,
} from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { certificate, KEY } from './certificates.ts';

/** A request as the receiver reports it. */
export interface Received {
  path: string;
  method: string;
  headers: Record<string, string>;
  /** Header names in their original spelling. */
  rawHeaders: string[];
  bodyBase64: string;
  /** Which connection it came on, counted from 1. */
  connection: number;
  /** Whether another attempt at the same delivery to the same path was still being answered. */
  overlaps: boolean;
}

export type Ports = Record<
  | 'http'
  | 'good'
  | 'other'
  | 'expired'
  | 'selfSigned'
  | 'renegotiating'
  | 'garbage'
  | 'mute'
  | 'narrow',
  number
>;

const KIB = 1_024;
let connections = 0;
/** Deliveries that are being answered, as path and id. */
const underWay = new Set<string>();
const numbers = new WeakMap<Socket, number>();
const answered = new WeakSet<Socket>();

type Behaviour = (response: ServerResponse, argument: string, socket: Socket) => unknown;

/** Behaviours by the first part of the path; the second is their argument. */
const BEHAVIOURS: Record<string, Behaviour> = {
  status: (response, argument) => response.writeHead(Number(argument)).end(`dice ${argument}`),
  redirect: (response, argument) =>
    response.writeHead(Number(argument), { location: '/status/200' }).end(),
  /** Answers after `argument` milliseconds. */
  slow: async (response, argument) => {
    await wait(Number(argument));
    response.end('despacio');
  },
  /** Sends the head at once, and a body that never ends, a byte at a time. */
  drip: async (response) => {
    response.writeHead(200);
    while (!response.destroyed) {
      response.write('.');
      await wait(20);
    }
  },
  /** Sends an endless body as fast as the other side reads. */
  endless: (response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16 * KIB)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  /** Sends a body of `argument` bytes. */
  long: (response, argument) => response.end('y'.repeat(Number(argument))),
  bomb: (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('z'.repeat(20_000 * KIB))),
  gzip: (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('comprimido: sí')),
  broken: (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('esto no es gzip'),
  /** Every header twice, as an application and the proxy before it send them. */
  twice: (response, argument) =>
    response
      .setHeader('retry-after', ['120', '60'])
      .setHeader('content-encoding', ['gzip', 'gzip'])
      .writeHead(Number(argument))
      .end(gzipSync('dos veces')),
  encoding: (response, argument) =>
    response.writeHead(200, { 'content-encoding': argument }).end('tal cual'),
  odd: (response) => response.end(Buffer.from([0x68, 0, 0x1b, 0x5b, 0xff, 0x0a, 0x69, 0xc3])),
  busy: (response, argument) =>
    response.writeHead(429, { 'retry-after': decodeURIComponent(argument) }).end(),
  unavailable: (response, argument) =>
    response.writeHead(503, { 'retry-after': decodeURIComponent(argument) }).end(),
  'reset-before': (_, __, socket) => socket.resetAndDestroy(),
  'reset-after': (response, _, socket) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('a medias', () => socket.resetAndDestroy());
  },
  'close-before': (_, __, socket) => socket.destroy(),
  /** Answers the first request of each connection and closes it, unannounced, when the second comes. */
  'one-each': (response, _, socket) => {
    if (answered.has(socket)) socket.destroy();
    else response.end(() => answered.add(socket));
  },
  nonsense: (_, __, socket) => socket.end('esto no es HTTP\r\n\r\n'),
  interim: (response) => {
    response.writeProcessing();
    response.writeEarlyHints({ link: '</x>; rel=preload' });
    response.end('definitiva');
  },
  /** Sends `argument` chunks of one byte, and then nothing. */
  crumbs: (_, argument, socket) =>
    socket.write(`${CHUNKED_HEAD}${'1\r\nx\r\n'.repeat(Number(argument))}`),
  /** Endlessly sends bytes that belong to no body. */
  flood: (_, argument, socket) => {
    const [start = '', more = ''] = FLOODS[argument] ?? [];
    socket.write(start);
    const bytes = Buffer.from(more.repeat(1_000));
    const pour = () => {
      while (!socket.destroyed && socket.write(bytes));
      if (!socket.destroyed) socket.once('drain', pour);
    };
    pour();
  },
  hang: () => undefined,
};

const CHUNKED_HEAD = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

/** The first bytes of each flood, and those that it repeats. */
const FLOODS: Record<string, [string, string]> = {
  interim: ['', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  'blank-lines': ['', '\r\n'],
  'reason-phrase': ['HTTP/1.1 200 ', 'claro que sí '],
  'chunk-extension': [`${CHUNKED_HEAD}5;`, 'a=b;'],
};

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { socket, url = '', method = '' } = request;
  const body = Buffer.concat(await request.toArray());
  const delivery = `${url} ${request.headers['x-svc-id']}`;
  const received: Received = {
    path: url,
    method,
    headers: request.headers as Record<string, string>,
    rawHeaders: request.rawHeaders,
    bodyBase64: body.toString('base64'),
    connection: numbers.get(socket) ?? 0,
    overlaps: underWay.has(delivery),
  };
  underWay.add(delivery);
  response.on('close', () => underWay.delete(delivery));
  process.send?.({ received });
  const [, name = '', argument = ''] = url.replace(/\?.*/, '').split('/');
  response.on('error', () => undefined);
  await (BEHAVIOURS[name] ?? BEHAVIOURS['hang'])?.(response, argument, socket);
};

/** A sender that hangs up in the middle of its request leaves half of one, which is ignored. */
const receive = (request: IncomingMessage, response: ServerResponse): void => {
  answer(request, response).catch(() => response.destroy());
};

const listen = async (server: Server, backlog = 511): Promise<number> => {
  server.on('connection', (socket: Socket) => {
    connections += 1;
    numbers.set(socket, connections);
    socket.on('error', () => undefined);
  });
  // On TLS the request names another socket than the one that was accepted.
  server.on('secureConnection', (socket: Socket) => numbers.set(socket, connections));
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', backlog, () => ready()));
  return (server.address() as AddressInfo).port;
};

const secure = (name: Parameters<typeof certificate>[0]): Promise<number> =>
  listen(createSecureServer({ key: KEY, cert: certificate(name) }, receive));

/** Answers once TLS was negotiated a second time. */
const renegotiate = (socket: TLSSocket): void => {
  socket.renegotiate({}, (error) => {
    if (error === null) socket.end('HTTP/1.1 204 Again\r\n\r\n');
  });
};

const ports: Ports = {
  http: await listen(createServer(receive)),
  good: await secure('good'),
  other: await secure('other'),
  expired: await secure('expired'),
  selfSigned: await secure('self-signed'),
  renegotiating: await listen(
    createTlsServer(
      { key: KEY, cert: certificate('good'), maxVersion: 'TLSv1.2' },
      (socket) => void socket.once('data', () => renegotiate(socket)),
    ),
  ),
  garbage: await listen(createRawServer((socket) => socket.end('220 soy otra cosa\r\n'))),
  mute: await listen(createRawServer(() => undefined)),
  narrow: await listen(createServer(receive), 1),
};
process.send?.({ ports });
process.on('disconnect', () => process.exit());
