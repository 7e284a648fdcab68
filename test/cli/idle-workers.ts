// Runs two idle workers, and reports their lives on stdout. When the third begins, it kills the worker that the argument
// names, or hangs up on itself; with `second`, it kills the second when that begins.

import cluster, { type Worker } from 'node:cluster';
import { runWorkers } from '../../src/cli/commands/serve/workers.ts';
import type { Log } from '../../src/platform/log.ts';

const say = (...words: unknown[]): void => void process.stdout.write(`${words.join(' ')}\n`);

if (cluster.isPrimary) {
  const stop = new AbortController();
  process.on('SIGTERM', () => stop.abort());
  const begun: Worker[] = [];
  const atSecond = process.argv[2] === 'second';
  cluster.on('fork', (worker) => {
    say('begun', worker.process.pid);
    begun.push(worker);
    // Just after the first serves.
    if (atSecond && begun.length === 2) worker.process.kill('SIGKILL');
    if (atSecond || begun.length !== 3) return;
    const victim = begun[Number(process.argv[2])];
    if (victim === undefined) process.kill(process.pid, 'SIGHUP');
    else victim.process.kill('SIGKILL');
  });
  cluster.on('message', ({ process: { pid } }, { kind }) => say(kind, pid));
  const tell = (given: unknown, message = given): void =>
    say('log', message, JSON.stringify(given));
  const log = { info: tell, error: tell } as Log;
  process.exitCode = await runWorkers(2, { signal: stop.signal, log });
} else {
  process.on('message', () => setTimeout(process.exit, 500));
  process.send?.({ kind: 'ready' });
}
