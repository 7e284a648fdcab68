import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { isoTimestamp, MINUTE_MS, SECOND_MS } from '../../../src/domain/time.ts';
import type { LaneStep } from '../../../src/domain/webhooks/delivery.ts';
import { forgetOrders } from '../../../src/storage/clientes/forgetting.ts';
import {
  connectionConfig,
  sessionOn,
} from '../../../src/storage/engines/postgres/driver/connection.ts';
import { readerOn } from '../../../src/storage/engines/postgres/driver/database.ts';
import { PEDIDO_SQL } from '../../../src/storage/engines/postgres/pedidos/sql.ts';
import { countStatement } from '../../../src/storage/pedidos/count.ts';
import { listStatement } from '../../../src/storage/pedidos/pedidos.ts';
import { walkStatement } from '../../../src/storage/pedidos/slice.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { column } from '../../support/columns.ts';
import { createMigratedDatabase, type TestDatabase } from '../../support/postgres/databases.ts';
import { rowsTouched } from '../../support/postgres/explain.ts';
import { withClient } from '../../support/postgres/query.ts';
import { openSampleStore } from '../../support/postgres/store.ts';
import {
  clientKeys,
  comando,
  NOW_MS,
  RESTAURANTE_ID,
  samplePedido,
} from '../../support/samples.ts';
import { until } from '../../support/until.ts';
import { accept, auditEntry, query } from '../conformance/harness.ts';
import {
  AMPLE,
  advanceLane,
  claimLane,
  delivered,
  failed,
  happen,
  LAPSED_MS,
  makeHook,
  stepOf,
} from '../conformance/hooks.ts';

const ORDERS = 30_000;
const ROWS_MAX = 60;
/** Earlier deliveries of the webhook. */
const OLDER = 3_000;
/** As many restaurants with one row as rows of the busy one. */
const OTHERS = 2_000;

/**
 * The planner sees different statistics in the life of a table: none after a load, then sampled ones, then pages in
 * the visibility map. The plans of our queries must not change.
 */
describe('PostgreSQL plans cheap lists and counts whatever its statistics', () => {
  let database: TestDatabase;
  let client: pg.Client;

  before(async () => {
    database = await createMigratedDatabase();
    await (await openSampleStore(database.url)).close();
    client = new pg.Client(connectionConfig(database.url));
    await client.connect();
    await client.query('ALTER TABLE pedidos SET (autovacuum_enabled = off)');
    // Writes the rows directly, in the form that commits leave: so many commits would take a while.
    await client.query(
      `INSERT INTO pedidos
       SELECT $1, 'ped_' || lpad(i::text, 12, '0'),
              CASE WHEN i % 10000 = 5 THEN 'listo' WHEN i % 10 = 0 THEN 'cancelado' ELSE 'entregado' END,
              CASE WHEN i % 3000 = 7 THEN 'mesa' ELSE 'reparto' END,
              CASE WHEN i % 5000 = 9 THEN 'bizum' ELSE 'tarjeta' END, $2::bigint + i * $3::int, 1, 0, '{}'
       FROM generate_series(1, $4::int) i`,
      [RESTAURANTE_ID, NOW_MS, MINUTE_MS, ORDERS],
    );
    await client.query(
      `UPDATE log_heads SET id_min = 'ped_000000000001', id_max = 'ped_' || lpad($1::text, 12, '0'),
              creado_min_ms = $2::bigint, creado_max_ms = $2::bigint + $1::int * $3::int`,
      [ORDERS, NOW_MS, MINUTE_MS],
    );
  });
  after(async () => {
    await client.end();
    await database.drop();
  });

  const middleMs = NOW_MS + (ORDERS / 2) * MINUTE_MS;
  const queries = {
    'every order': query(),
    'a common state': query({ estado: ['entregado'] }),
    'a rare state': query({ estado: ['listo'] }),
    'a rare state of a rare type': query({ estado: ['listo'], tipo: 'mesa' }),
    'a rare type': query({ tipo: 'mesa' }),
    'a common method of payment': query({ metodo_pago: 'tarjeta' }),
    'a rare method of payment': query({ metodo_pago: 'bizum' }),
    'a method that nobody pays with': query({ metodo_pago: 'cripto', estado: ['entregado'] }),
    'a rare state of a common method': query({ metodo_pago: 'tarjeta', estado: ['listo'] }),
    'an hour of a common method': query({
      metodo_pago: 'tarjeta',
      desde: middleMs,
      hasta: middleMs + 60 * MINUTE_MS,
    }),
    'a number': query({ numero: '20261115-7' }),
    'a phone number, of a state': query({ telefono: ['600112233'], estado: ['entregado'] }),
    'many states': query({ estado: ['pendiente', 'listo', 'en_reparto', 'entregado'] }),
    'an hour': query({ desde: middleMs, hasta: middleMs + 60 * MINUTE_MS }),
    'a rare state of an hour': query({
      estado: ['listo'],
      desde: middleMs,
      hasta: middleMs + 60 * MINUTE_MS,
    }),
    'deep down': query({ cursor: { direction: 'after', id: 'ped_000000010000' } }),
    'deep down in a common state': query({
      estado: ['entregado', 'cancelado'],
      cursor: { direction: 'before', id: 'ped_000000010000' },
    }),
  };

  const assertCheap = async () => {
    for (const [name, each] of Object.entries(queries)) {
      const statement = await listStatement(
        PEDIDO_SQL,
        readerOn(sessionOn(client)),
        each,
        clientKeys,
      );
      const rows = await rowsTouched(client, statement);
      assert.ok(rows <= ROWS_MAX, `${name}: ${rows} rows for a page of ${each.limit}`);
    }
    const unmatched = walkStatement(
      PEDIDO_SQL.slice,
      query({ desde: middleMs }),
      { fecha: 'factura', cambiado: null, withChange: true },
      { after: 'ped_000000010000', limit: 1 },
    );
    const rows = await rowsTouched(client, unmatched);
    assert.ok(rows <= 3 * ROWS_MAX, `a step of an export by another date: ${rows} rows`);
    const hour = { desde: middleMs + 1, hasta: middleMs + 60 * MINUTE_MS };
    for (const estado of [null, ['listo'], ['entregado']] as const) {
      const rows = await rowsTouched(
        client,
        countStatement(query({ ...hour, estado }), clientKeys),
      );
      assert.ok(rows <= 2 * ROWS_MAX, `counting an hour: ${rows} rows`);
    }
  };

  test('without statistics', () => assertCheap());

  test('after ANALYZE', async () => {
    await client.query('ANALYZE');
    await assertCheap();
  });

  test('after VACUUM ANALYZE', async () => {
    await client.query('VACUUM ANALYZE');
    await assertCheap();
  });

  test('with stale statistics, after the table has grown and orders have changed', async () => {
    await client.query(`UPDATE pedidos SET estado = 'cancelado' WHERE id > 'ped_000000029000'`);
    await client.query(
      `INSERT INTO pedidos SELECT 'rest_' || (i % 50), 'ped_' || i, 'pendiente', 'mesa', 'tarjeta', i, 1, 0, '{}'
       FROM generate_series(1, 20000) i`,
    );
    await assertCheap();
  });
});

test('PostgreSQL finds the rows of a batch by their keys, with statistics from when its tables were small', async () => {
  await using database = await createMigratedDatabase();
  const crear = (id: string, ms: number) =>
    comando.crear(samplePedido({ id, creado_en: isoTimestamp(ms) }), { clave: id });
  const first = [crear('ped_0', 0), crear('ped_z', ORDERS + 1)];
  await rowsRead(database.url, (store) => accept(store, first));
  await withClient(database.url, async (client) => {
    for (const table of ['pedidos', 'claves', 'numeros', 'resumen_clientes']) {
      await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
    }
    await client.query('ANALYZE');
    const many = `log_heads, generate_series(1, ${ORDERS}) i`;
    await client.query(`
      INSERT INTO pedidos SELECT restaurante_id, 'ped_' || lpad(i::text, 12, '0'), 'listo', 'mesa', 'tarjeta', i, 1, 0, '{}' FROM ${many};
      INSERT INTO claves SELECT restaurante_id, 'k' || i, 'ped_0', NULL, i FROM ${many};
      INSERT INTO numeros SELECT restaurante_id, to_char(date '2000-01-01' + i, 'YYYY-MM-DD'), 1 FROM ${many};
      INSERT INTO resumen_clientes SELECT restaurante_id, 'c' || i, '2026-11-15', 1 FROM ${many}`);
  });
  const batch = [
    comando.avanzar('ped_z', 'confirmado'),
    crear('ped_000000010000_', 10_000),
    // Older and newer than the orders around them.
    crear('ped_000000020000_', 1),
    crear('ped_000000020001_', ORDERS),
  ];
  const rows = await rowsRead(database.url, (store) => accept(store, batch));
  assert.ok(0 < rows && rows <= ROWS_MAX, `${rows} rows for four orders`);
});

describe('PostgreSQL finds the rows of a busy restaurant by their keys, although most restaurants have few', () => {
  let database: TestDatabase;
  const run = (sql: string) => withClient(database.url, (client) => client.query(sql));

  before(async () => {
    database = await createMigratedDatabase();
    await using store = await openSampleStore(database.url);
    await accept(store, [comando.crear(samplePedido({ id: 'ped_z' }))]);
    const all = `(
      SELECT 'rest_' || i AS restaurante, 1 AS n FROM generate_series(1, ${OTHERS}) i
      UNION ALL SELECT '${RESTAURANTE_ID}', i FROM generate_series(1, ${OTHERS}) i) AS todas`;
    const ped = `'ped_' || lpad(n::text, 12, '0')`;
    await run(`
       INSERT INTO pedidos SELECT restaurante, ${ped}, 'listo', 'mesa', 'tarjeta', n, 1, 0, '{"cliente":{"telefono":"","email":""}}' FROM ${all};
       INSERT INTO historial SELECT restaurante, ${ped}, 0, '{}', n + 1 FROM ${all};
       INSERT INTO eventos
         SELECT restaurante, n + 1, 'evt_' || n, CASE WHEN n = 1 THEN 'pedido.nuevo' ELSE 'pedido.importado' END, ${ped}, 1, '{}' FROM ${all};
       INSERT INTO claves SELECT restaurante, 'k' || n, ${ped}, NULL, 1 FROM ${all};
       INSERT INTO resumen_clientes
         SELECT restaurante, 'c' || n, CASE WHEN n < 20 THEN '2026-01-01' ELSE '2026-06-01' END, 1 FROM ${all};
       INSERT INTO resumen_dias (restaurante_id, dia, clientes) VALUES ('${RESTAURANTE_ID}', '2026-06-01', ${OTHERS});
       UPDATE log_heads SET secuencia = ${OTHERS} + 1;
       ANALYZE`);
  });
  after(() => database.drop());

  const works: Record<string, (store: Store) => Promise<unknown>> = {
    'a summary of the past': ({ pedidos }) =>
      pedidos.summary(RESTAURANTE_ID, '2026-01-01', '2026-01-02'),
    'the events of an order': ({ consultas }) =>
      consultas.eventsOf(RESTAURANTE_ID, 'ped_000000001000', 10),
    'a forgotten customer': (store) => forgetOrders(store, RESTAURANTE_ID, ['ped_z'], 'api'),
  };
  const assertCheap = async (work: (store: Store) => Promise<unknown>) => {
    const rows = await rowsRead(database.url, work);
    assert.ok(0 < rows && rows <= 2 * ROWS_MAX, `${rows} rows`);
  };
  for (const [name, work] of Object.entries(works)) test(name, () => assertCheap(work));

  test('a restaurant that is deleted', async () => {
    const tables = ['pedidos', 'historial', 'eventos', 'pedidos_clientes', 'pedidos_referencias'];
    const sql = tables.map(
      (table) => `DELETE FROM ${table} WHERE restaurante_id = '${RESTAURANTE_ID}'`,
    );
    await run(sql.join(';'));
    await run(`VACUUM ${tables.join(', ')}`);
    await assertCheap(({ cuentas }) => cuentas.erase(RESTAURANTE_ID, 10));
  });
});

test('PostgreSQL finds the deliveries of a busy webhook by their keys, although most webhooks have few', async () => {
  await using database = await createMigratedDatabase();
  await rowsRead(database.url, async () => {});
  await withClient(database.url, async (client) => {
    await client.query(`UPDATE log_heads SET secuencia = ${OLDER}`);
    await rowsRead(database.url, makeHook);
    const old = `(
      SELECT 'rest_' || i AS restaurante, 'wh_' || i AS webhook, 1 AS n FROM generate_series(1, 300) i
      UNION ALL SELECT '${RESTAURANTE_ID}', 'wh_uno', i FROM generate_series(1, ${OLDER}) i) AS old`;
    await client.query(`
      INSERT INTO eventos SELECT restaurante, n, 'evt_' || n, 'pedido.nuevo', 'ped_' || n, 1, '{}' FROM ${old};
      INSERT INTO entregas (restaurante_id, webhook_id, secuencia, evento_id, tipo, pedido_id, live, fence,
                            creado_ms, estado, intentos, fallos)
      SELECT restaurante, webhook, n, 'evt_' || n, 'pedido.nuevo', 'ped_' || n, 1, 0, 1, 'entregada', 1, 0 FROM ${old};
      ANALYZE eventos, entregas`);
  });
  const rows = await rowsRead(database.url, workThrough);
  // A plan that forgets the keys reads all older ones; autovacuum decides when small tables are read by an index.
  assert.ok(0 < rows && rows <= 4 * ROWS_MAX && rows < OLDER / 10, `${rows} rows`);
});

/** The rows that a store reads for some work. Plans are kept by connection: each time, another store makes its own. */
const rowsRead = (url: string, work: (store: Store) => Promise<unknown>): Promise<number> =>
  withClient(url, async (client) => {
    const store = await openSampleStore(url);
    await client.query('SELECT pg_stat_reset()');
    await work(store).finally(store.close);
    // A connection tells what it has read when it ends, a moment after the store has closed it.
    const open = `
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'comanda'`;
    await until(async () => (await client.query(open)).rows.length === 0);
    const read = await client.query('SELECT sum(idx_tup_read)::int AS n FROM pg_stat_user_indexes');
    return read.rows[0].n;
  });

/** A sender takes over from another, tries again, sends again, and then deletes old deliveries. */
const workThrough = async (store: Store): Promise<void> => {
  const { entregas, reenvios } = store.webhooks;
  const capacity = { ...AMPLE, dueMs: NOW_MS + SECOND_MS };
  const place = { restauranteId: RESTAURANTE_ID, webhookId: 'wh_uno' };
  await happen(store, 'a', 'a', 'b');
  await claimLane(store, { leaseMs: LAPSED_MS });
  const { lane, advance } = await claimLane(store);
  const step = (overrides: Partial<LaneStep>) =>
    advanceLane(store, stepOf(lane, OLDER + 3, { releaseIfIdle: false, ...overrides }));

  const [a, b] = advance.begun;
  assert.ok(a && b);
  await step({ settled: [failed(a, capacity.dueMs), delivered(b)] });
  const request = { ...place, id: 'rnv_1', creadoMs: NOW_MS };
  await reenvios.create(request, { eventoId: b.eventoId }, auditEntry());
  let { begun } = await step({ capacity });
  assert.deepEqual(column(begun, 'kind').sort(), ['resend', 'retry']);
  const settled = begun.map((each) => delivered(each));
  ({ begun } = await step({ settled, capacity }));
  assert.deepEqual(column(begun, 'secuencia'), [OLDER + 2]);
  assert.equal(await entregas.prune(NOW_MS, 10), 10);
};
