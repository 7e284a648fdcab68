// Where there is no wrk: autocannon, in a process of its own. It is slower than wrk, so that fast
// servers look more alike than they are.

import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { LoadRequest, Raw } from './load.ts';

const { url, file, connections, timeoutSeconds } = JSON.parse(process.argv[2] ?? '') as {
  url: string;
  file: string;
  connections: number;
  timeoutSeconds: number;
};
const requests = JSON.parse(readFileSync(file, 'utf8')) as LoadRequest[];
let sent = 0;

/** Each connection takes the next request of all, instead of going through the list by itself. */
const next = (request: object): object => {
  const { path, headers = {}, body } = requests[sent % requests.length] as LoadRequest;
  sent += 1;
  if (body === undefined) return { ...request, path, headers };
  const json = { ...headers, 'content-type': 'application/json' };
  return { ...request, method: 'POST', path, headers: json, body };
};

// Its own clock looks once a second: too seldom for runs as short as ours.
let [startMs, endMs] = [0, 0];
const running = autocannon({
  url,
  connections,
  timeout: timeoutSeconds,
  amount: requests.length,
  requests: [{ setupRequest: next }],
});
running.once('start', () => {
  startMs = performance.now();
});
running.on('response', () => {
  endMs = performance.now();
});
const result = await running;
const counts = Object.entries(result.statusCodeStats as Record<string, { count: number }>);
const raw: Raw = {
  requests: counts.reduce((sum, [, { count }]) => sum + count, 0),
  micros: (endMs - startMs) * 1e3,
  bytes: result.throughput.total,
  status: counts.reduce((sum, [status, { count }]) => sum + (Number(status) < 400 ? 0 : count), 0),
  socket: result.errors + result.timeouts,
  p50: result.latency.p50 * 1e3,
  p99: result.latency.p99 * 1e3,
};
process.stdout.write(`\n${JSON.stringify(raw)}\n`);
