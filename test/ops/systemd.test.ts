import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { makeFolder } from '../support/machine/folder.ts';

const run = promisify(execFile);
const UNIT = new URL('../../ops/systemd/comanda@.service', import.meta.url);
const INSTALLED_NODE = '/opt/comanda/node_modules/.bin/node';

test('systemd finds nothing wrong with the unit', async (t) => {
  const version = await run('systemd-analyze', ['--version']).catch(() => null);
  if (version === null) return t.diagnostic('not tried: there is no systemd-analyze here');
  const unit = await readFile(UNIT, 'utf8');
  assert.ok(unit.includes(`ExecStart=${INSTALLED_NODE} `));
  // It asks whether the program is there.
  const file = join(makeFolder(), 'comanda@.service');
  await writeFile(file, unit.replaceAll(INSTALLED_NODE, process.execPath));
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', file]);
  assert.equal(stdout + stderr, '');
});
