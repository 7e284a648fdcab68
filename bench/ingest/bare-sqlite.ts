import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BareStore } from './rows.ts';

/** A baseline: stores the same bytes durably, with three prepared statements in a loop. */
export const openBareSqlite = (folder: string): BareStore => {
  const db = new DatabaseSync(join(folder, 'bare.db'));
  db.exec(`
    PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    PRAGMA wal_autocheckpoint = 4000;
    CREATE TABLE pedidos (r TEXT, id TEXT, cuerpo BLOB, PRIMARY KEY (r, id));
    CREATE TABLE historial (r TEXT, pedido TEXT, n INTEGER, cuerpo BLOB,
                            PRIMARY KEY (r, pedido, n)) WITHOUT ROWID;
    CREATE TABLE eventos (r TEXT, secuencia INTEGER, id TEXT, tipo TEXT, cuerpo BLOB,
                          PRIMARY KEY (r, secuencia));`);
  const order = db.prepare(
    'INSERT INTO pedidos VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET cuerpo = excluded.cuerpo',
  );
  const entry = db.prepare('INSERT INTO historial VALUES (?, ?, ?, ?)');
  const event = db.prepare('INSERT INTO eventos VALUES (?, ?, ?, ?, ?)');
  return {
    store(rows) {
      db.exec('BEGIN IMMEDIATE');
      for (const { pedido, entrada, evento } of rows) {
        order.run(...pedido);
        entry.run(...entrada);
        event.run(...evento);
      }
      db.exec('COMMIT');
    },
    close: () => db.close(),
  };
};
