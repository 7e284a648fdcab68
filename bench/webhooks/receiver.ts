// Takes deliveries and notes when they came, in a process of its own. `/hole` never answers.

import { createServer } from 'node:http';
import { answerCalls, listen } from '../support/script.ts';

/** From the event's own time to its arrival, and which endpoint it came for. */
interface Tally {
  count: number;
  /** When the first came that counts: those before it found everybody cold. */
  firstMs: number;
  lastMs: number;
  /** By the first part of the path, in milliseconds. */
  latencies: Record<string, number[]>;
}

let uncounted = 0;
const empty = (): Tally => ({ count: 0, firstMs: 0, lastMs: 0, latencies: {} });
let tally = empty();
const CREADO = /"creado_en":"([^"]+)"/;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const path = (request.url ?? '/').split('/')[1] ?? '';
    if (path === 'hole') return;
    const nowMs = Date.now();
    if (tally.count === uncounted) tally.firstMs = performance.now();
    tally.count += 1;
    tally.lastMs = performance.now();
    if (path !== 'fast') {
      const creado = CREADO.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? '';
      tally.latencies[path] ??= [];
      tally.latencies[path].push(nowMs - Date.parse(creado));
    }
    response.end('ok');
  });
});
server.keepAliveTimeout = 60_000;
listen(server);

const api = {
  tally: (): Tally => tally,
  /** Begins a new tally, whose clock starts when so many have come. */
  reset(first = 0): void {
    tally = empty();
    uncounted = first;
  },
};
export type ReceiverApi = typeof api;
answerCalls(api);
