import type { CopySource } from '../../copy-source.ts';
import { openAlone } from './open.ts';

/** Others refer to their rows. */
const FIRST = ['restaurantes', 'usuarios'];

/** Fails while a service has the database open: commits that come during the copy would be lost. */
export const openCopySource = (dataDir: string): CopySource => {
  const { db, all, get, close } = openAlone(dataDir);
  const found = all<{ name: string }>(
    `SELECT name FROM sqlite_schema
     WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'comanda_migrations'`,
  );
  const names = new Set([...FIRST, ...found.map(({ name }) => name)]);
  const countRows = (table: string): number =>
    get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)?.rows ?? 0;
  return {
    tables: new Map([...names].map((name) => [name, countRows(name)])),
    rows: (table, columns) =>
      db.prepare(`SELECT ${columns.join()} FROM ${table}`).iterate() as ReturnType<
        CopySource['rows']
      >,
    close,
  };
};
