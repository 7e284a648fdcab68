import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Installs what a folder's own lockfile asks for, if it is not there yet. False when npm failed. */
export const installFolder = (folder: string, announcement: string): boolean => {
  const wanted = join(folder, 'package-lock.json');
  const installed = join(folder, 'node_modules', '.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs > statSync(wanted).mtimeMs) return true;
  process.stderr.write(`${announcement} …\n`);
  // npm tells its scripts where they belong; this install belongs elsewhere.
  const kept = /^(?!npm_|NODE_ENV$)|^npm_config_(registry|.*proxy|ca|cafile|cache|userconfig)$/i;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name)));
  const args = ['ci', '--ignore-scripts', '--loglevel=error', '--audit=false', '--fund=false'];
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status === 0;
};
