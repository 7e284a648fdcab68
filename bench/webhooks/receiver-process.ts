// Receives deliveries and notes their times, in a process of its own.

import { createServer } from 'node:http';
import { answerCalls, listen } from '../support/script.ts';

/** The deliveries since the last reset. */
interface Tally {
  count: number;
  /** The time of the first delivery that counts; those before it are the warm-up. */
  firstMs: number;
  lastMs: number;
  /** Milliseconds from the event's own time to its arrival. */
  latencies: number[];
}

let uncounted = 0;
const empty = (): Tally => ({ count: 0, firstMs: 0, lastMs: 0, latencies: [] });
let tally = empty();
const CREADO = /"creado_en":"([^"]+)"/;

/** `/hole` never answers; `/healthy` measures latencies, and `/fast` only counts. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url === '/hole') return;
    const nowMs = Date.now();
    if (tally.count === uncounted) tally.firstMs = performance.now();
    tally.count += 1;
    tally.lastMs = performance.now();
    if (request.url === '/healthy') {
      const creado = CREADO.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? '';
      tally.latencies.push(nowMs - Date.parse(creado));
    }
    response.end('ok');
  });
});
server.keepAliveTimeout = 60_000;
listen(server);

const api = {
  tally: (): Tally => tally,
  /** Begins a new tally, whose clock starts after the first `first` deliveries. */
  reset(first = 0): void {
    tally = empty();
    uncounted = first;
  },
};
export type ReceiverApi = typeof api;
answerCalls(api);
