import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { fileProblem } from '../../../../platform/error-codes.ts';
import { StorageUnusableError } from '../../../port/errors.ts';
import type { BackupOptions, Figures } from '../../figures.ts';
import { nameSslMode } from '../driver/connection.ts';
import { verifyCopy, withSnapshot } from './verify.ts';

/** With `isVerified`, restores the copy into a database that it makes for this on the server, and returns what was compared. */
export const backupDatabase = async (
  databaseUrl: string,
  file: string,
  { signal, isVerified }: BackupOptions,
): Promise<Figures | null> => {
  if (existsSync(file)) throw new StorageUnusableError(`${file} exists already`);
  try {
    return await withLibpqUrl(databaseUrl, async (url) => {
      if (!isVerified) {
        await dump(url, file, null, signal);
        return null;
      }
      const held = await withSnapshot(databaseUrl, async (taken) => {
        await dump(url, file, taken.snapshot, signal);
        return taken;
      });
      await verifyCopy(databaseUrl, held, async (database) => {
        const target = new URL(url);
        target.pathname = `/${database}`;
        const args = ['--no-owner', '--no-password', '--exit-on-error', `--dbname=${target.href}`];
        await run('pg_restore', [...args, file], 'could not restore the backup', signal);
      });
      return held.figures;
    });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
};

/** The tools get the password in a private file: other users may read the arguments and environment of a process. */
const withLibpqUrl = async <T>(databaseUrl: string, work: (url: URL) => Promise<T>): Promise<T> => {
  const url = new URL(databaseUrl);
  const folder = await makePrivateFolder();
  try {
    const password = url.searchParams.get('password') ?? decodeURIComponent(url.password);
    url.searchParams.delete('password');
    url.password = '';
    nameSslMode(url.searchParams);
    if (url.searchParams.get('sslmode') === 'verify-full' && !url.searchParams.has('sslrootcert')) {
      // libpq knows no authorities by itself.
      const authorities = join(folder, 'authorities.pem');
      await writeFile(authorities, getCACertificates().join('\n'));
      url.searchParams.set('sslrootcert', authorities);
    }
    // Options that `pg` knows and libpq does not.
    if (url.searchParams.get('sslmode') === 'no-verify') url.searchParams.set('sslmode', 'require');
    url.searchParams.delete('uselibpqcompat');
    if (password !== '') {
      const passfile = join(folder, 'pgpass');
      const line = `*:*:*:*:${password.replace(/[\\:]/g, '\\$&')}\n`;
      await writeFile(passfile, line, { mode: 0o600 });
      url.searchParams.set('passfile', passfile);
    }
    // `URL` encodes a space as a plus, which libpq reads as a plus.
    url.search = url.search.replaceAll('+', '%20');
    return await work(url);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const makePrivateFolder = async (): Promise<string> => {
  try {
    return await mkdtemp(join(tmpdir(), 'comanda-backup-'));
  } catch (error) {
    const why = `no folder can be made in ${tmpdir()}: ${fileProblem(error)}`;
    throw new StorageUnusableError(`${why}; set TMPDIR to another`, { cause: error });
  }
};

const OUTPUT_CHARS_MAX = 4_000;

const dump = (url: URL, file: string, snapshot: string | null, signal?: AbortSignal) => {
  // Other schemas of the database belong to other programs, and this role may not read them.
  const [, schema] = /\bsearch_path=(\w+)/.exec(url.searchParams.get('options') ?? '') ?? [];
  const only = schema === undefined || schema === 'public' ? [] : [`--schema=${schema}`];
  const args = [
    '--format=custom',
    '--no-password',
    `--file=${file}`,
    ...only,
    ...(snapshot === null ? [] : [`--snapshot=${snapshot}`]),
    `--dbname=${url.href}`,
  ];
  return run('pg_dump', args, 'could not make the backup', signal);
};

const run = async (
  program: string,
  args: readonly string[],
  failed: string,
  signal?: AbortSignal,
): Promise<void> => {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], signal });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(0, OUTPUT_CHARS_MAX);
  });
  const code = await once(child, 'close').then(
    ([status]) => status as number | null,
    (error: NodeJS.ErrnoException) => {
      throw new StorageUnusableError(
        error.code === 'ENOENT'
          ? `${program} is not on the PATH; install the PostgreSQL client tools of the version of the ` +
              `server, or run ${program} where they are`
          : `${program} cannot be run: ${error.message}`,
      );
    },
  );
  if (code !== 0) {
    const lines = output
      .trim()
      .split('\n')
      .map((line) => line.trim())
      .join('; ');
    throw new StorageUnusableError(`${program} ${failed}: ${lines}`);
  }
};
