import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Cleanup } from '../../test/support/service.ts';
import { makeFolderFor } from './cleanup.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MIGRATIONS = 'src/storage/engines/postgres/migrations';

/** The commit before the newest migration; null without a git history. */
export const beforeNewestMigration = async (): Promise<string | null> => {
  try {
    const { stdout } = await run('git', ['log', '-1', '--format=%h', '--', MIGRATIONS], {
      cwd: ROOT,
    });
    const before = `${stdout.trim()}~1`;
    await run('git', ['rev-parse', '--verify', before], { cwd: ROOT });
    return before;
  } catch {
    return null;
  }
};

/** Unpacks an earlier version with its dependencies into a folder of its own; gives its `src/main.ts`. */
export const unpackBuild = async (t: Cleanup, version: string): Promise<string> => {
  const folder = makeFolderFor(t);
  const archive = join(folder, 'build.tar');
  await run('git', ['archive', '--format=tar', '--output', archive, version], { cwd: ROOT });
  await run('tar', ['xf', archive], { cwd: folder });
  if (hasOurPackages(folder)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  else
    await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--prefer-offline'], {
      cwd: folder,
    });
  return join(folder, 'src/main.ts');
};

const packagesOf = (folder: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies;

/** Whether all of its dependencies are installed here in the same version. */
const hasOurPackages = (folder: string): boolean => {
  const ours = packagesOf(ROOT);
  return Object.entries(packagesOf(folder)).every(([name, version]) => ours[name] === version);
};
