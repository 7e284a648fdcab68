// Receives deliveries and notes their times, in a process of its own. `/hole` never answers.

import { createServer } from 'node:http';
import { answerCalls, listen } from '../support/script.ts';

/** The latencies from the event's own time to its arrival, by endpoint. */
interface Tally {
  count: number;
  /** The time of the first delivery that counts; those before it are the warm-up. */
  firstMs: number;
  lastMs: number;
  /** Milliseconds, by the first part of the path. */
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
  /** Begins a new tally, whose clock starts after the first `first` deliveries. */
  reset(first = 0): void {
    tally = empty();
    uncounted = first;
  },
};
export type ReceiverApi = typeof api;
answerCalls(api);
