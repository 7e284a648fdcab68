import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../support/until.ts';

const PROGRAM = join(import.meta.dirname, 'idle-workers.ts');
/** Longer than the replacement of a dead worker takes. */
const REPLACED_MS = 2_000;

for (const [which, index] of [
  ['that is being replaced', 0],
  ['whose turn is still to come', 1],
] as const) {
  test(`a rolling restart ends with as many workers as before: one dies ${which}`, async (t) => {
    const child = spawn(process.execPath, [PROGRAM, String(index)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const pids = (what: 'begun' | 'ready') =>
      [...output.matchAll(new RegExp(`^${what} (\\d+)$`, 'gm'))].map(([, pid]) => Number(pid));
    await until(() => pids('ready').length === 2);
    child.kill('SIGHUP');
    await until(() => output.includes('all workers were replaced') && pids('ready').length >= 4);
    await delay(REPLACED_MS);
    assert.equal(pids('begun').length, 4, output);
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });
}
