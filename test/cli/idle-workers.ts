// Runs two workers that do nothing, take a while to start, and tell of their lives on stdout.

import cluster from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { runWorkers } from '../../src/cli/commands/serve/workers.ts';
import type { Log } from '../../src/log.ts';

const START_MS = 200;

const say = (...words: unknown[]): void => void process.stdout.write(`${words.join(' ')}\n`);

if (cluster.isPrimary) {
  const stop = new AbortController();
  process.on('SIGTERM', () => stop.abort());
  cluster.on('fork', ({ process: { pid } }) => say('begun', pid));
  cluster.on('message', ({ process: { pid } }, { kind }) => say(kind, pid));
  const tell = (_: unknown, message = _): void => say('log', message);
  const log = { info: tell, error: tell } as Log;
  process.exitCode = await runWorkers(2, { signal: stop.signal, log });
} else {
  await delay(START_MS);
  process.on('message', () => process.exit());
  process.send?.({ kind: 'ready' });
}
