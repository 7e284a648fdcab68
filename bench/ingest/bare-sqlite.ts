import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LogRow } from './rows.ts';

/** A baseline: stores the same bytes durably, with three prepared statements in a loop. */
export const storeInSqlite = (
  folder: string,
  rows: readonly LogRow[],
  batch: number,
  warmUp: number,
): number => {
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
  const history = db.prepare('INSERT INTO historial VALUES (?, ?, ?, ?)');
  const event = db.prepare('INSERT INTO eventos VALUES (?, ?, ?, ?, ?)');
  const store = (some: readonly LogRow[]): void => {
    for (let at = 0; at < some.length; at += batch) {
      db.exec('BEGIN IMMEDIATE');
      for (const row of some.slice(at, at + batch)) {
        order.run(row.restauranteId, row.pedidoId, row.pedido);
        history.run(row.restauranteId, row.pedidoId, row.n, row.entrada);
        event.run(row.restauranteId, row.secuencia, row.id, row.tipo, row.evento);
      }
      db.exec('COMMIT');
    }
  };
  store(rows.slice(0, warmUp));
  const started = performance.now();
  store(rows.slice(warmUp));
  const seconds = (performance.now() - started) / 1_000;
  db.close();
  return seconds;
};
