import type { Pedido } from '../../../../contract/recursos/pedido.ts';
import { sealKey } from '../../../../domain/cliente/client-keys.ts';
import { referencesOf } from '../../../../domain/pedido/referencias.ts';
import { StorageUnusableError } from '../../../port/errors.ts';
import { newerThanCode, readMigrations } from '../../migrations.ts';
import type { Connection } from './connection.ts';

/** "Coma" in ASCII: tells our files from any other SQLite database. */
const APPLICATION_ID = 0x436f6d61;

const migrations = readMigrations(new URL('../migrations/', import.meta.url));

const pragma = (connection: Connection, name: string): number =>
  Number(Object.values(connection.get<Record<string, unknown>>(`PRAGMA ${name}`) ?? {})[0]);

/** Throws for a database that is newer than the code or belongs to another program; writes nothing. */
export const refuseForeign = (connection: Connection, file: string): void => {
  const version = pragma(connection, 'user_version');
  if (version > migrations.length) {
    throw new StorageUnusableError(`${file}: ${newerThanCode(version, migrations.length)}`);
  }
  const isOurs = pragma(connection, 'application_id') === APPLICATION_ID;
  const tables = connection.get<{ n: number }>('SELECT count(*) AS n FROM sqlite_schema');
  if (!isOurs && tables?.n !== 0) {
    throw new StorageUnusableError(`${file} is a SQLite database of another program`);
  }
};

/** Migrates under the write lock, so that two programs that start together run each migration once. */
export const migrate = (connection: Connection): void => {
  connection.db.function('client_key', (secret, hashed) =>
    sealKey(secret as Uint8Array, String(hashed)),
  );
  connection.db.function('order_references', (cuerpo) =>
    JSON.stringify(referencesOf(JSON.parse(String(cuerpo)) as Pedido)),
  );
  connection.transaction(() => {
    const current = pragma(connection, 'user_version');
    for (const { version, sql } of migrations.slice(current)) {
      connection.exec(sql);
      connection.exec(`PRAGMA user_version = ${version}`);
    }
    if (current === 0) connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  });
};
