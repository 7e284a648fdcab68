import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '../support/machine/folder.ts';
import { until } from '../support/until.ts';

const COMANDA = join(import.meta.dirname, '../../bin/comanda.mjs');

test('a log that cannot be written neither ends the service nor keeps it from ending', async (t) => {
  const log = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [COMANDA, 'serve', '--no-demo'], {
    stdio: ['ignore', log, 'pipe'],
    env: { ...process.env, DATA_DIR: makeFolder(), PORT: '0', PRIVATE_PORT: '0' },
  });
  closeSync(log);
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const address = () => /^ +Docs +(\S+)$/m.exec(said)?.[1];
  await until(() => address() !== undefined);
  for (let i = 0; i < 3; i += 1) assert.equal((await fetch(address() ?? '')).status, 200);
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null], said);
});
