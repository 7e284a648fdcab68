import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { repositoryOf } from '../../scripts/release/origin.ts';
import { makeFolder } from '../support/machine/folder.ts';

test('a package names the repository that it was made from, without a password', () => {
  const folder = makeFolder();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  git('init');
  assert.equal(repositoryOf(folder), null);
  git('remote', 'add', 'origin', '/srv/git/comanda.git');
  assert.equal(repositoryOf(folder), null);
  const url = 'git+https://git.example/casa/comanda.git';
  for (const remote of [
    'git@git.example:casa/comanda.git',
    'ssh://git@git.example/casa/comanda.git',
    'https://ana:secreto@git.example/casa/comanda.git',
  ]) {
    git('remote', 'set-url', 'origin', remote);
    assert.deepEqual(repositoryOf(folder), { type: 'git', url }, remote);
  }
  const directory = 'clients/cli';
  assert.deepEqual(repositoryOf(folder, directory), { type: 'git', url, directory });
});
