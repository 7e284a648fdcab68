// Sends requests at fixed moments, whether or not those before have been answered (open loop), and measures from the
// moment at which each was due: a server that stalls is charged for everything that it kept waiting.

import { connect, type Socket } from 'node:net';
import { percentile } from '../support/figure.ts';
import { answerCalls } from '../support/script.ts';

const CONNECTIONS = 128;
const TICK_MS = 1;

export interface Paced {
  p50Ms: number;
  p99Ms: number;
}

const run = async (
  port: number,
  requests: readonly string[],
  perSecond: number,
): Promise<Paced> => {
  const latencies: number[] = [];
  const idle: Connection[] = [];
  const waiting: { request: string; dueMs: number }[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const serve = (connection: Connection): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(connection);
    else connection.send(next.request, next.dueMs);
  };
  const onAnswer = (connection: Connection, dueMs: number): void => {
    latencies.push(performance.now() - dueMs);
    if (latencies.length === requests.length) resolve();
    else serve(connection);
  };
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => open(port, onAnswer, reject)),
  );
  idle.push(...connections);
  const startMs = performance.now() + 50;
  let sent = 0;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (; sent < requests.length; sent += 1) {
      const dueMs = startMs + (sent * 1_000) / perSecond;
      if (dueMs > nowMs) break;
      waiting.push({ request: requests[sent] ?? '', dueMs });
      const free = idle.pop();
      if (free !== undefined) serve(free);
    }
    if (sent === requests.length) clearInterval(timer);
  }, TICK_MS);
  await promise.finally(() => clearInterval(timer));
  for (const { socket } of connections) socket.destroy();
  return { p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99) };
};

interface Connection {
  socket: Socket;
  send(request: string, dueMs: number): void;
}

const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;

/** A connection with one request at a time; of answers it reads status and length alone. */
const open = (
  port: number,
  onAnswer: (connection: Connection, dueMs: number) => void,
  onProblem: (error: Error) => void,
): Promise<Connection> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    let dueMs = 0;
    /** Bytes of the answer that are still to come; null: its head is. */
    let left: number | null = null;
    let head = '';
    const connection: Connection = {
      socket,
      send(request, ofMs) {
        dueMs = ofMs;
        socket.write(request);
      },
    };
    socket.on('data', (bytes: Buffer) => {
      let length = bytes.length;
      if (left === null) {
        const before = head.length;
        head += bytes.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const known = LENGTH.exec(head.slice(0, end + 2))?.[1];
        if (!head.startsWith('HTTP/1.1 200') || known === undefined) {
          onProblem(new Error(`an answer without a length: ${head.slice(0, 80)}`));
          return;
        }
        left = Number(known);
        length = bytes.length - (end + 4 - before);
        head = '';
      }
      left -= length;
      if (left > 0) return;
      left = null;
      onAnswer(connection, dueMs);
    });
    socket.once('connect', () => resolve(connection));
    socket.on('error', onProblem);
  });

const api = { run };
export type PacedApi = typeof api;
answerCalls(api);
