import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '../support/machine/folder.ts';

const PREPARE = join(import.meta.dirname, '../../scripts/prepare.mjs');
const CLEAR_LINE = '\x1b[K';

/** The output of an install on a terminal of this kind. */
const install = (term: string): string => {
  const folder = makeFolder();
  const packages = {
    '': { dependencies: { absent: '1.0.0' } },
    'node_modules/absent': { version: '1.0.0' },
  };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\n', { mode: 0o755 });
  const command = `'${process.execPath}' '${PREPARE}' all '${folder}'`;
  const env = { PATH: `${folder}:${process.env['PATH']}`, TERM: term };
  return execFileSync('script', ['-qec', command, '/dev/null'], { env, encoding: 'utf8' });
};

test('an install counts packages in one line, except on a dumb terminal, which cannot clear it', () => {
  assert.ok(install('xterm').includes(CLEAR_LINE));
  const plain = install('dumb');
  assert.match(plain, /installed in/);
  assert.ok(!plain.includes(CLEAR_LINE), plain);
});
