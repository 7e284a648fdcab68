import { StorageUnusableError } from '../../../port/errors.ts';
import { type Applied, type Migration, readMigrations, refusalOf } from '../../migrations.ts';
import type { Connection } from './connection.ts';

/** "Coma" in ASCII: tells our files from any other SQLite database. */
const APPLICATION_ID = 0x436f6d61;

export const MIGRATIONS = readMigrations(new URL('../migrations/', import.meta.url));

const REMEMBER = `
  CREATE TABLE comanda_migrations (
    version INTEGER PRIMARY KEY, name TEXT NOT NULL, fingerprint TEXT NOT NULL,
    applied TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP) STRICT`;

const countTables = ({ get }: Connection, like: string): number =>
  get<{ n: number }>(`SELECT count(*) AS n FROM sqlite_schema WHERE name LIKE '${like}'`)?.n ?? 0;

const appliedTo = (connection: Connection): Applied[] | null =>
  countTables(connection, 'comanda_migrations') === 0
    ? null
    : connection.all<Applied & Record<string, unknown>>(
        'SELECT version, fingerprint FROM comanda_migrations ORDER BY version',
      );

const isEmpty = (connection: Connection): boolean => countTables(connection, '%') === 0;

/** Throws for a database of an unknown schema or of another program; writes nothing. */
export const refuseForeign = (
  connection: Connection,
  file: string,
  migrations: readonly Migration[] = MIGRATIONS,
): void => {
  if (isEmpty(connection)) return;
  const id = connection.get<{ application_id: number }>('PRAGMA application_id')?.application_id;
  if (id !== APPLICATION_ID) {
    throw new StorageUnusableError(`${file} is a SQLite database of another program`);
  }
  const refusal = refusalOf(appliedTo(connection), migrations);
  if (refusal !== null) throw new StorageUnusableError(`${file}: ${refusal}`);
};

/** How many migrations a database of ours has not been through. */
export const pendingMigrations = (connection: Connection): number =>
  MIGRATIONS.length - (appliedTo(connection)?.length ?? 0);

/** Migrates under the write lock, so that two programs that start together run each migration once. */
export const migrate = (
  connection: Connection,
  migrations: readonly Migration[] = MIGRATIONS,
): void => {
  const { exec, run, transaction } = connection;
  transaction(() => {
    const applied = appliedTo(connection);
    if (applied === null) exec(`${REMEMBER}; PRAGMA application_id = ${APPLICATION_ID}`);
    for (const { version, name, statements, fingerprint } of migrations.slice(applied?.length)) {
      for (const statement of statements) exec(statement);
      const insert = 'INSERT INTO comanda_migrations (version, name, fingerprint) VALUES (?, ?, ?)';
      run(insert, version, name, fingerprint);
    }
  });
};
