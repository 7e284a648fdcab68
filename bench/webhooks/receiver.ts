// Takes deliveries and notes when they came, in a process of its own. `/hole` never answers.

import { createServer } from 'node:http';
import { answerMessages, listen } from '../support/script.ts';

/** Asks for the tally; after `reset` a new one, whose clock starts when so many have come. */
export type Question = { reset: false } | { reset: true; uncounted: number };

/** From the event's own time to its arrival, and which endpoint it came for. */
export interface Tally {
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
      const known = tally.latencies[path];
      if (known === undefined) tally.latencies[path] = [nowMs - Date.parse(creado)];
      else known.push(nowMs - Date.parse(creado));
    }
    response.end('ok');
  });
});
server.keepAliveTimeout = 60_000;
listen(server);
answerMessages((question: Question): Tally => {
  if (question.reset) {
    tally = empty();
    uncounted = question.uncounted;
  }
  return tally;
});
