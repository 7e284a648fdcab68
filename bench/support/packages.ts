import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));

let known: { problem: string | null } | null = null;

/**
 * Installs the peers from npm into a folder of their own when they are first needed. Null if they are there,
 * otherwise the reason: a figure then stands without its peer.
 */
export const peersProblem = (): string | null => {
  known ??= {
    problem: isInstalled() || install() ? null : 'not installed, npm ci in bench failed',
  };
  return known.problem;
};

const isInstalled = (): boolean => {
  const wanted = join(FOLDER, 'package-lock.json');
  const installed = join(FOLDER, 'node_modules', '.package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs > statSync(wanted).mtimeMs;
};

/** Runs npm; false if it failed. */
const install = (): boolean => {
  process.stderr.write('bench: installing what to measure against (npm ci in bench) …\n');
  // npm passes its own folder to its scripts, but this install belongs to another one.
  const kept = /^(?!npm_|NODE_ENV$)|^npm_config_(registry|.*proxy|ca|cafile|cache|userconfig)$/i;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name)));
  const args = ['ci', '--ignore-scripts', '--loglevel=error', '--audit=false', '--fund=false'];
  const { status } = spawnSync('npm', args, {
    cwd: FOLDER,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status === 0;
};
