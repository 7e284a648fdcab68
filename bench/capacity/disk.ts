import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import { query } from '../../test/support/postgres/query.ts';
import { sqliteFile } from '../rest/data/sql.ts';
import { COMMANDS_PER_ORDER, orderLives, restaurantId } from '../support/commands.ts';
import { openStoreWithoutSync, storeOrders } from '../support/database.ts';
import { addRestaurant } from '../webhooks/store.ts';

const RESTAURANTS = 20;
const ORDERS = 3_000;

/** Bytes in tables and indexes: of an order with its history, and of an event as long as it is kept. */
export interface Disk {
  order: number;
  event: number;
}

/** Stores whole lives of orders in an empty database and looks at the size of its tables. */
export const measureDisk = async (databaseUrl: string | null): Promise<Disk> => {
  const target = { dataDir: makeFolder(), databaseUrl };
  try {
    const store = await openStoreWithoutSync(target);
    for (let n = 0; n < RESTAURANTS; n += 1) await addRestaurant(store, n);
    const ids = Array.from({ length: RESTAURANTS }, (_, n) => restaurantId(n));
    await storeOrders(store, orderLives(ORDERS, ids));
    await store.close();
    const { all, events } =
      databaseUrl === null
        ? sizesOfFile(sqliteFile(target.dataDir))
        : await sizesOfTables(databaseUrl);
    return {
      order: Math.round((all - events) / ORDERS),
      event: Math.round(events / ORDERS / COMMANDS_PER_ORDER),
    };
  } finally {
    removeFolder(target.dataDir);
  }
};

const sizesOfFile = (file: string) => {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const sql = `SELECT sum(pgsize) AS bytes FROM dbstat WHERE name IN
                 (SELECT name FROM sqlite_schema WHERE tbl_name = 'eventos')`;
  const events = Number(db.prepare(sql).get()?.['bytes']);
  db.close();
  return { all: statSync(file).size, events };
};

const sizesOfTables = async (databaseUrl: string) => {
  await query(databaseUrl, 'VACUUM FULL');
  const [row] = await query<{ all: string; events: string }>(
    databaseUrl,
    `SELECT sum(pg_total_relation_size(oid)) AS all,
            pg_total_relation_size('eventos') AS events
     FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  return { all: Number(row?.all), events: Number(row?.events) };
};
