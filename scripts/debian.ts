// Unpacks Debian packages for one user, without root: apt keeps its lists in a folder of ours and leaves
// the system alone.

import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const RUN_MS_MAX = 600_000;

export const hasApt = (): boolean => spawnSync('apt-get', ['--version']).status === 0;

/** Unpacks packages, with those that they need and this system lacks, below a folder. Returns what went wrong. */
export const unpackPackages = (wanted: readonly string[], target: string): string | null => {
  mkdirSync(dirname(target), { recursive: true });
  const work = mkdtempSync(join(dirname(target), 'unpack-'));
  try {
    for (const folder of ['lists/partial', 'cache/archives/partial', 'debs', 'root']) {
      mkdirSync(join(work, folder), { recursive: true });
    }
    const own = ['-o', `Dir::State::lists=${work}/lists`, '-o', `Dir::Cache=${work}/cache`];
    const apt = ['-qq', '-o', 'Debug::NoLocking=1', '-o', 'APT::Sandbox::User=', ...own];
    const updated = run('apt-get', [...apt, 'update']);
    if (updated !== null) return updated;
    const plan = spawnSync(
      'apt-get',
      [...apt, '-s', '--reinstall', 'install', '--no-install-recommends', ...wanted],
      { encoding: 'utf8', timeout: RUN_MS_MAX },
    );
    const packages = [...(plan.stdout ?? '').matchAll(/^Inst (\S+)/gm)].map(
      ([, name = '']) => name,
    );
    if (packages.length === 0) {
      return `apt-get knows no way to ${wanted.join(', ')}: ${lastLine(plan.stderr)}`;
    }
    const debs = join(work, 'debs');
    const fetched = run('apt-get', [...apt, 'download', ...packages], { cwd: debs });
    if (fetched !== null) return fetched;
    for (const file of readdirSync(debs)) {
      const unpacked = run('dpkg-deb', ['-x', join(debs, file), join(work, 'root')]);
      if (unpacked !== null) return unpacked;
    }
    rmSync(target, { recursive: true, force: true });
    renameSync(join(work, 'root'), target);
    return null;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

/** The folders of the libraries below the root of unpacked packages, as a value of LD_LIBRARY_PATH. */
export const libraryPath = (root: string): string =>
  globSync('{usr/,}lib/*-linux-*{,/pulseaudio}', { cwd: root })
    .map((folder) => join(root, folder))
    .join(delimiter);

/** Returns what went wrong. */
export const run = (
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): string | null => {
  const { status, signal, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: RUN_MS_MAX,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...options,
  });
  if (status === 0) return null;
  return `${program} did not succeed (${error?.message ?? signal ?? status}): ${lastLine(stderr)}`;
};

const lastLine = (text: string | null): string => (text ?? '').trim().split('\n').at(-1) ?? '';
