import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Migration, makeMigration } from '../../src/storage/engines/migrations.ts';
import {
  MIGRATIONS as POSTGRES,
  prepareDatabase,
} from '../../src/storage/engines/postgres/driver/migrate.ts';
import { makeConnection } from '../../src/storage/engines/sqlite/driver/connection.ts';
import {
  migrate,
  refuseForeign,
  MIGRATIONS as SQLITE,
} from '../../src/storage/engines/sqlite/driver/migrate.ts';
import { DATABASE_FILE } from '../../src/storage/engines/sqlite/driver/open.ts';
import { ask, fill } from '../ops/filled-service.ts';
import { column, upTo } from '../support/columns.ts';
import { makeMigratedFolder } from '../support/machine/migrated-folder.ts';
import { createMigratedDatabase } from '../support/postgres/databases.ts';
import { query, withClient } from '../support/postgres/query.ts';
import { startReceiver } from '../support/receiver/receiver.ts';
import { comando, RESTAURANTE_ID } from '../support/samples.ts';
import {
  ENGINES,
  type EngineName,
  openTestStore,
  type Service,
  startService,
} from '../support/service.ts';
import { until } from '../support/until.ts';

/** The migration of a later version: columns, a table, and rows made from all orders. */
const NEXT = `
  -- A comment; with a semicolon.
  ALTER TABLE pedidos ADD COLUMN canal TEXT;
  UPDATE pedidos SET canal = 'web; ' || tipo;
  CREATE TABLE pedidos_por_canal (
    restaurante_id TEXT NOT NULL,
    canal          TEXT NOT NULL, -- as in pedidos
    pedidos        BIGINT NOT NULL,
    PRIMARY KEY (restaurante_id, canal)
  );
  INSERT INTO pedidos_por_canal SELECT restaurante_id, canal, count(*) FROM pedidos GROUP BY 1, 2`;
/** With the collation of the tables that Citus puts it beside. */
const ON_POSTGRES = `${NEXT.replace('restaurante_id TEXT', '$& COLLATE "C"')};
  DO $$
  BEGIN
    ALTER TABLE historial ADD COLUMN canal TEXT;
    ALTER TABLE webhooks ADD COLUMN canal TEXT;
  END $$;
`;
const following = (migrations: readonly Migration[], sql: string): Migration[] => [
  ...migrations,
  makeMigration(migrations.length + 1, 'next.sql', sql),
];

interface House {
  /** Processes of this version on one database. */
  services: [Service, ...Service[]];
  /** Migrates as a process of the next version does when it starts. */
  upgrade(): Promise<void>;
  /** Starts a process of this version. */
  open(): Promise<void>;
  rows<T extends object>(sql: string): Promise<T[]>;
}

const ENV = {
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  SECRETS_KEY: 'una-clave-para-todos-los-procesos',
};

const onSqlite = async (t: TestContext): Promise<House> => {
  const dataDir = makeMigratedFolder();
  const service = await startService(t, { env: { ...ENV, DATA_DIR: dataDir } });
  const file = join(dataDir, DATABASE_FILE);
  const withConnection = async <T>(work: (connection: ReturnType<typeof makeConnection>) => T) => {
    const connection = makeConnection(file, 5_000);
    try {
      return work(connection);
    } finally {
      connection.close();
    }
  };
  const migrations = following(SQLITE, NEXT);
  return {
    services: [service],
    upgrade: () =>
      withConnection((connection) => {
        refuseForeign(connection, file, migrations);
        migrate(connection, migrations);
      }),
    open: async () => (await openTestStore({ databaseUrl: null, dataDir })).close(),
    rows: (sql) => withConnection(({ all }) => all(sql)),
  };
};

const onPostgres = async (t: TestContext): Promise<House> => {
  const database = await createMigratedDatabase();
  const start = () => startService(t, { databaseUrl: database.url, env: ENV });
  const services: House['services'] = [await start(), await start()];
  t.after(() => database.drop());
  return {
    services,
    async upgrade() {
      await prepareDatabase(database.url, following(POSTGRES, ON_POSTGRES));
    },
    open: async () => (await openTestStore({ databaseUrl: database.url, dataDir: '' })).close(),
    rows: (sql) => query(database.url, sql),
  };
};

/** Sends commands through every process until it is stopped; resolves with the ids of the orders. */
const keepOrdering = (services: readonly Service[]) => {
  let isOver = false;
  const run = async (service: Service): Promise<string[]> => {
    const ids: string[] = [];
    while (!isOver) {
      const [answer] = await service.command(comando.crear());
      assert.equal(answer?.ok, true, JSON.stringify(answer));
      ids.push(answer?.pedido_id ?? '');
    }
    return ids;
  };
  const running = Promise.all(services.map(run));
  return async (): Promise<string[]> => {
    isOver = true;
    return (await running).flat();
  };
};

const house = (engine: EngineName, t: TestContext) =>
  engine === 'SQLite' ? onSqlite(t) : onPostgres(t);

for (const engine of ENGINES) {
  test(`${engine}: a filled database is upgraded while processes of the version before serve and order`, async (t) => {
    const receiver = await startReceiver(t);
    const { services, upgrade, open, rows } = await house(engine, t);
    const [service] = services;
    const held = await fill(service, receiver.ports.http);
    const paths = [
      ...[`/api/pedidos/${held.pedidoId}`, `/api/pedidos/${held.pedidoId}/historial`],
      ...['/api/carta', '/api/zonas', '/api/restaurante', '/panel/api/sesion'],
    ];
    const answers = () =>
      Promise.all(paths.map(async (path) => (await ask(service, held, path)).text()));
    const before = await answers();

    const stop = keepOrdering(services);
    await Promise.all([upgrade(), upgrade()]);
    const more = await service.command(...comando.crearVarios(3));
    const ids = [...(await stop()), ...more.map(({ pedido_id }) => pedido_id ?? '')];

    assert.deepEqual(await answers(), before);
    for (const { store } of services) {
      for (const id of ids) assert.ok(await store.pedidos.get(RESTAURANTE_ID, id), id);
      const head = (await store.log.position(RESTAURANTE_ID))?.secuencia ?? 0;
      const events = await store.log.events(RESTAURANTE_ID, 0, head + 1);
      assert.deepEqual(column(events, 'secuencia'), upTo(head));
    }
    // The rows that the migration made, and those of the processes that know nothing of it.
    const [upgraded] = await rows<{ n: number }>(
      `SELECT count(*) AS n FROM pedidos WHERE canal = 'web; ' || tipo`,
    );
    const [counted] = await rows<{ n: number }>('SELECT sum(pedidos) AS n FROM pedidos_por_canal');
    assert.equal(Number(upgraded?.n), Number(counted?.n));
    assert.ok(Number(upgraded?.n) > 0);
    assert.deepEqual(
      column(
        await rows<{ name: string }>('SELECT name FROM comanda_migrations ORDER BY version'),
        'name',
      ),
      ['0001_comanda.sql', 'next.sql'],
    );

    await upgrade();
    await assert.rejects(open(), /schema version 2 and this program knows only 1; start the newer/);
  });
}

test('an upgrade gives way to a process that goes on beside it, which does not notice', async () => {
  await using database = await createMigratedDatabase();
  const locking = 'LOCK TABLE pedidos; LOCK TABLE historial';
  await withClient(database.url, async (older) => {
    // Like a batch of an older process: it locks one table, and then another that the migration has locked by now.
    await older.query('BEGIN; LOCK TABLE historial IN ROW EXCLUSIVE MODE');
    const upgraded = prepareDatabase(database.url, following(POSTGRES, locking));
    await until(async () => {
      const waits = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'historial'::regclass`;
      return (await query(database.url, waits)).length > 0;
    });
    await older.query('LOCK TABLE pedidos IN ROW EXCLUSIVE MODE');
    await older.query('COMMIT');
    await upgraded;
  });
  const found = await query(database.url, 'SELECT FROM comanda_migrations');
  assert.equal(found.length, 2);
});
