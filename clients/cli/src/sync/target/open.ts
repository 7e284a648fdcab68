import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { quote } from '@comanda/command-line';
import { InvalidArgumentError } from 'commander';
import { readPackage } from '../../package.ts';
import {
  alreadyRunning,
  noMirror,
  type OpenOptions,
  type Target,
  TargetFailure,
} from './target.ts';

export interface TargetAddress {
  readonly kind: 'postgres' | 'sqlite' | 'duckdb';
  /** The whole address of a server, or the path of a file. */
  readonly where: string;
}

export const targetAddress = (given: string): TargetAddress => {
  if (/^postgres(ql)?:\/\//.test(given)) {
    if (URL.canParse(given)) return { kind: 'postgres', where: given };
    throw new InvalidArgumentError(
      `is no valid address: in user and password, write special characters as their code, such as %23 for #`,
    );
  }
  const [, kind, where = ''] = /^(sqlite|duckdb):(.+)$/s.exec(given) ?? [];
  if (kind !== undefined) {
    // To the drivers, names such as `:memory:` and `md:` are no files.
    const file = isAbsolute(where) ? where : `./${where}`;
    return { kind: kind as 'sqlite' | 'duckdb', where: file };
  }
  // The address may hold a password: it is not repeated.
  const scheme = quote(given.split(':', 1)[0] ?? '');
  throw new InvalidArgumentError(
    `must be postgres://…, sqlite:FILE or duckdb:FILE; ${scheme} is none of them`,
  );
};

/** An optional peer dependency: with its library the package would be more than twice as large. */
const loadDuckdb = async () => {
  try {
    return (await import('./duckdb.ts')).openDuckdb;
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const version = readPackage().peerDependencies['@duckdb/node-api'];
    throw new TargetFailure(
      `a target of DuckDB needs its driver: npm install @duckdb/node-api@${version}`,
    );
  }
};

/** A driver is loaded when it is needed: each brings a library of its own. */
export const openTarget = async (
  { kind, where }: TargetAddress,
  options: OpenOptions,
): Promise<Target> => {
  if (kind === 'postgres') return (await import('./postgres.ts')).openPostgres(where, options);
  const name = `${kind}:${where}`;
  const open = kind === 'sqlite' ? (await import('./sqlite.ts')).openSqlite : await loadDuckdb();
  if (options.readOnly) {
    // Otherwise one driver would create the file, and the other call it read-only.
    if (!existsSync(where)) throw noMirror(name);
    return open(where, name, options);
  }
  const { lockFile } = await import('../../file-lock.ts');
  // The lock lies beside the file itself: a sync through a link to it would take another one.
  const file = existsSync(where) ? realpathSync(where) : where;
  const lock = lockFile(file, { name, held: alreadyRunning(name) });
  try {
    const target = await open(where, name, options);
    return { ...target, close: () => target.close().finally(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
};
