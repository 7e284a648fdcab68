import { existsSync } from 'node:fs';
import type { Read } from '../../../../../src/command-line/command.ts';
import { UsageError } from '../../../../../src/command-line/errors.ts';
import { quote } from '../../../../../src/command-line/text.ts';
import { noMirror, type OpenOptions, type Target } from './target.ts';

export interface TargetAddress {
  readonly kind: 'postgres' | 'sqlite' | 'duckdb';
  /** The whole address of a server, or the path of a file. */
  readonly where: string;
}

export const targetAddress: Read<TargetAddress> = (given, name) => {
  if (/^postgres(ql)?:\/\//.test(given) && URL.canParse(given)) {
    return { kind: 'postgres', where: given };
  }
  const [, kind, where = ''] = /^(sqlite|duckdb):(.+)$/s.exec(given) ?? [];
  if (kind !== undefined) return { kind: kind as 'sqlite' | 'duckdb', where };
  // The address may hold a password: it is not repeated.
  const scheme = quote(given.split(':', 1)[0] ?? '');
  throw new UsageError(
    `${name} must be postgres://…, sqlite:FILE or duckdb:FILE; ${scheme} is none of them`,
  );
};

/** A driver is loaded when it is needed: each brings a library of its own. */
export const openTarget = async (
  { kind, where }: TargetAddress,
  options: OpenOptions,
): Promise<Target> => {
  if (kind === 'postgres') return (await import('./postgres.ts')).openPostgres(where, options);
  // Otherwise one driver would create the file, and the other call it read-only.
  if (options.readOnly && !existsSync(where)) throw noMirror(`${kind}:${where}`);
  if (kind === 'sqlite') return (await import('./sqlite.ts')).openSqlite(where, options);
  return (await import('./duckdb.ts')).openDuckdb(where, options);
};
