import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { collectOutput } from '../support/machine/collect-output.ts';
import { until } from '../support/until.ts';

const PROGRAM = join(import.meta.dirname, 'idle-workers.ts');
/** Longer than the replacement of a dead worker takes. */
const REPLACED_MS = 2_000;
/** Less than the workers take to stop. */
const STOPPING_MS = 100;

/** Runs two workers until they are ready, then `begin`, then until all were replaced and nothing more happens. */
const countBegun = async (
  t: TestContext,
  atThird: string,
  begin: (primary: ChildProcess, first: number) => void,
): Promise<number> => {
  const child = spawn(process.execPath, [PROGRAM, atThird], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const output = collectOutput(child.stdout);
  const pids = (what: 'begun' | 'ready') =>
    [...output().matchAll(new RegExp(`^${what} (\\d+)$`, 'gm'))].map(([, pid]) => Number(pid));
  await until(() => pids('ready').length === 2);
  begin(child, pids('ready')[0] ?? 0);
  await until(() => output().includes('all workers were replaced') && pids('ready').length >= 4);
  await wait(REPLACED_MS);
  const { length } = pids('begun');
  child.kill('SIGTERM');
  await wait(STOPPING_MS);
  // Too late to replace anything, and no reason to die in the middle of a stop.
  child.kill('SIGHUP');
  assert.deepEqual(await ended, [0, null]);
  return length;
};

for (const [which, index] of [
  ['that is being replaced', '0'],
  ['whose turn is still to come', '1'],
] as const) {
  test(`a rolling restart ends with as many workers as before: one dies ${which}`, async (t) => {
    assert.equal(await countBegun(t, index, (primary) => primary.kill('SIGHUP')), 4);
  });
}

test('a rolling restart replaces a worker that was starting after a crash', async (t) => {
  assert.equal(await countBegun(t, 'hang up', (_, first) => process.kill(first, 'SIGKILL')), 5);
});

test('SIGHUP during a rolling restart replaces the workers that it has started, too', async (t) => {
  assert.equal(await countBegun(t, 'hang up', (primary) => primary.kill('SIGHUP')), 5);
});

test('a worker that dies while it starts is named in the log and started again', async (t) => {
  const child = spawn(process.execPath, [PROGRAM, 'second'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const output = collectOutput(child.stdout);
  const pids = (what: string) => [...output().matchAll(new RegExp(`^${what} (\\d+)$`, 'gm'))];
  await until(() => pids('ready').length === 2);
  assert.equal(pids('begun').length, 3);
  assert.match(output(), /^log a worker ended before it was ready .*"killedBy":"SIGKILL"/m);
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});
