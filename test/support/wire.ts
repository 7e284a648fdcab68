import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { type AnswerLine, readAnswers, WITH_KEY } from './service.ts';
import { until } from './until.ts';

/** A request to `/commands` that stays open: lines go out and answers come in at the same time. */
export const openCommands = (privateUrl: string) => {
  const out: ClientRequest = request(`${privateUrl}/commands`, {
    method: 'POST',
    headers: { ...WITH_KEY, 'content-type': 'application/x-ndjson' },
  });
  out.flushHeaders();
  const response = once(out, 'response').then(([incoming]) => incoming as IncomingMessage);
  let text = '';
  const reading = response.then(async (incoming) => {
    for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  });
  return {
    out,
    response,
    send: (line: object | string) =>
      out.write(typeof line === 'string' ? line : `${JSON.stringify(line)}\n`),
    end: () => out.end(),
    /** Resolves with the answers so far, once there are `count` of them. */
    async answers(count: number): Promise<AnswerLine[]> {
      while (text.split('\n').length <= count) await wait(2);
      return readAnswers(text);
    },
    /** All answers, once the service has ended the response. */
    async allAnswers(): Promise<AnswerLine[]> {
      await reading;
      return readAnswers(text);
    },
  };
};

/** A socket for bytes that no HTTP client would send. */
export const openSocket = async (url: string): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
};

/** Collects what arrives from now on, and notes the end. */
export const listenTo = (incoming: Readable) => {
  const heard = { text: '', isOver: false };
  incoming.setEncoding('utf8').on('data', (chunk: string) => {
    heard.text += chunk;
  });
  incoming.on('close', () => {
    heard.isOver = true;
  });
  return heard;
};

/** Sends raw bytes and reads the answer until the service closes. */
export const exchange = async (url: string, bytes: string) => {
  const socket = await openSocket(url);
  socket.write(bytes);
  const text = await readAll(socket);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body };
};

/** Sends bytes and the end of our side, and reads everything until the service closes. */
export const converse = async (url: string, bytes: string): Promise<string> => {
  const socket = await openSocket(url);
  socket.end(bytes);
  return readAll(socket);
};

/** The statuses of the answers in what a connection has brought. */
export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));

export const COMMANDS_HEAD = [
  'POST /commands HTTP/1.1',
  'Host: comanda',
  `Authorization: ${WITH_KEY.authorization}`,
  'Transfer-Encoding: chunked',
  '\r\n',
].join('\r\n');

export const LAST_CHUNK = '0\r\n\r\n';

/**
 * Reads a chunked answer from its first byte to its last. The client's side stays open meanwhile: a server of Node's
 * takes a half-closed connection for a client that has gone.
 */
export const readChunked = async (socket: Socket): Promise<string> => {
  const heard = listenTo(socket);
  socket.resume();
  await until(() => heard.text.endsWith(LAST_CHUNK));
  socket.destroy();
  return heard.text;
};

/** One chunk of a chunked body. */
export const httpChunk = (data: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(data);
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
};
