import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';
import { referencesOf } from '../../src/domain/pedido/referencias.ts';
import { readMigrations } from '../../src/storage/engines/migrations.ts';
import { DATABASE_FILE } from '../../src/storage/engines/sqlite/driver/open.ts';
import { makeClient, withToken } from '../http/api/client.ts';
import { create } from '../http/api/webhooks/hooks.ts';
import { column } from '../support/columns.ts';
import { makeFolder } from '../support/machine/folder.ts';
import { createDatabase } from '../support/postgres/databases.ts';
import { query, withClient } from '../support/postgres/query.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../support/samples.ts';
import {
  bearer,
  ENGINES,
  type EngineName,
  openTestStore,
  type Service,
  startService,
} from '../support/service.ts';
import { until } from '../support/until.ts';

/**
 * The rows of the first schema, and the API's answers about them. The fixture is frozen and never regenerated: every
 * later version has to read it, however it stores new data.
 */
const lines = <T>(name: string): T[] =>
  readFileSync(new URL(`./upgrade/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

type Value = string | number | boolean | null;
const ROWS = lines<{ tabla: string; fila: Record<string, Value> }>('0001.rows.ndjson');

interface Answer {
  token: string;
  revocada: string;
  path: string;
  cuerpo: unknown;
  resumen: unknown;
  evento: { secuencia: number; id: string };
}
const ANSWERS = lines<Partial<Answer>>('0001.answers.ndjson');
const all = <K extends keyof Answer>(key: K): Answer[K][] =>
  ANSWERS.flatMap((each) => (each[key] === undefined ? [] : [each[key] as Answer[K]]));
const [TOKEN = ''] = all('token');
const [REVOKED] = all('revocada');
const EVENTS = all('evento');

const namesInigo = (text: unknown): boolean => /600 ?123 ?456/.test(String(text));

const migrationsOf = (engine: 'sqlite' | 'postgres') =>
  readMigrations(new URL(`../../src/storage/engines/${engine}/migrations/`, import.meta.url));

/** "Coma": how a file says that it is ours. */
const APPLICATION_ID = 0x436f6d61;

const fillSqlite = (file: string): void => {
  const database = new DatabaseSync(file);
  database.exec(migrationsOf('sqlite')[0]?.sql ?? '');
  database.exec(`PRAGMA user_version = 1; PRAGMA application_id = ${APPLICATION_ID}`);
  for (const { tabla, fila } of ROWS) {
    const columns = Object.keys(fila);
    const types = database.prepare(`SELECT name, type FROM pragma_table_info('${tabla}')`).all();
    const isBlob = (name: string) =>
      types.some((each) => each['name'] === name && each['type'] === 'BLOB');
    const values = Object.entries(fila).map(([name, value]) => {
      if (typeof value === 'boolean') return Number(value);
      if (!isBlob(name)) return value;
      const text = String(value);
      return text.startsWith('\\x') ? Buffer.from(text.slice(2), 'hex') : Buffer.from(text);
    });
    const places = columns.map(() => '?').join(', ');
    database.prepare(`INSERT INTO ${tabla} (${columns}) VALUES (${places})`).run(...values);
  }
  database.close();
};

const fillPostgres = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(migrationsOf('postgres')[0]?.sql ?? '');
    await client.query(`
      CREATE TABLE migraciones (
        version int PRIMARY KEY, nombre text NOT NULL, aplicada timestamptz NOT NULL DEFAULT now());
      INSERT INTO migraciones (version, nombre) VALUES (1, '0001_initial.sql')`);
    for (const { tabla, fila } of ROWS) {
      await client.query(
        `INSERT INTO ${tabla} (${Object.keys(fila)}) OVERRIDING SYSTEM VALUE
         SELECT ${Object.keys(fila)} FROM json_populate_record(NULL::${tabla}, $1)`,
        [JSON.stringify(fila)],
      );
    }
    await client.query(`SELECT setval('auditoria_id_seq', (SELECT max(id) FROM auditoria))`);
  });

/** Starts the current service on the database of the fixture. */
const startUpgraded = async (engine: EngineName, t: TestContext): Promise<Service> => {
  // Ten years, because the events of the fixture grow old.
  const env = { EVENT_RETENTION_DAYS: '3650' };
  if (engine === 'SQLite') {
    const folder = makeFolder();
    fillSqlite(join(folder, DATABASE_FILE));
    return startService(t, { env: { ...env, DATA_DIR: folder } });
  }
  const database = await createDatabase();
  await fillPostgres(database.url);
  const service = await startService(t, { databaseUrl: database.url, env });
  t.after(() => database.drop());
  return service;
};

for (const engine of ENGINES) {
  test(`a database of the first schema is upgraded, reads the same and takes new orders: ${engine}`, async (t) => {
    const service = await startUpgraded(engine, t);
    const { store, publicUrl } = service;
    const get = (path: string, token = TOKEN) =>
      fetch(`${publicUrl}/api${path}`, { headers: bearer(token) });

    for (const { path, cuerpo } of ANSWERS) {
      if (path === undefined) continue;
      const response = await get(path);
      assert.equal(response.status, 200, path);
      assert.deepEqual(await response.json(), cuerpo, path);
    }
    assert.deepEqual(
      await store.pedidos.summary(RESTAURANTE_ID, '2026-11-01', '2026-11-30'),
      all('resumen')[0],
    );
    const events = await store.log.events(RESTAURANTE_ID, 0, 100);
    assert.deepEqual(
      events.map(({ body }) => JSON.parse(Buffer.from(body).toString()) as unknown),
      EVENTS,
    );

    const revoked = await get('/restaurante', REVOKED);
    assert.partialDeepStrictEqual(await revoked.json(), { codigo: 'llave_revocada' });
    const pepa = await store.usuarios.findByEmail('pepa@example.com');
    assert.equal(pepa?.usuario.restauranteId, RESTAURANTE_ID);
    const audited = await store.auditoria.list(RESTAURANTE_ID, 100);
    assert.deepEqual(column(audited, 'accion'), ['llave.revocada', 'llave.creada', 'llave.creada']);

    // The old idempotency key still works, and the number, the sequence and the summary continue.
    const again = comando.crear(samplePedido(), { clave: 'tpv-1' });
    const fresh = comando.crear(samplePedido({ creado_en: '2026-11-14T14:00:00Z' }));
    const [first, next] = await service.command(again, fresh);
    assert.deepEqual([first?.pedido_id, first?.evento_id], ['ped_1', EVENTS[0]?.id]);
    assert.equal(next?.ok, true);
    const pedido = (await (await get(`/pedidos/${next?.pedido_id}`)).json()) as {
      numero: string;
    };
    assert.equal(pedido.numero, '20261114-91');
    assert.equal((await store.log.position(RESTAURANTE_ID))?.secuencia, EVENTS.length + 1);
    const after = await store.pedidos.summary(RESTAURANTE_ID, '2026-11-14', '2026-11-14');
    assert.equal(after.pedidos, 4);

    // The upgrade gives customers new keys: they still count once, and can be found and forgotten.
    const inigo = { telefono: '+34 600 123 456', email: '' };
    assert.equal(after.clientes, 1);
    while (!(await store.clientes.index(RESTAURANTE_ID, 1)));
    const theirs = await store.clientes.pedidos(RESTAURANTE_ID, inigo, '', 100);
    const named = ROWS.filter(
      ({ tabla, fila }) =>
        tabla === 'pedidos' &&
        fila['restaurante_id'] === RESTAURANTE_ID &&
        namesInigo(fila['cuerpo']),
    );
    assert.equal(theirs.length, named.length + 1);
    await store.log.commit(
      RESTAURANTE_ID,
      theirs.map((pedido_id) => ({
        op: 'pedido.olvidar',
        restaurante_id: RESTAURANTE_ID,
        pedido_id,
      })),
    );
    const kept = await store.log.events(RESTAURANTE_ID, 0, 100);
    assert.ok(EVENTS.some((event) => namesInigo(JSON.stringify(event))));
    assert.ok(kept.every(({ body }) => !namesInigo(Buffer.from(body).toString())));
    assert.deepEqual(
      await store.pedidos.summary(RESTAURANTE_ID, '2026-11-14', '2026-11-14'),
      after,
    );

    // Quarters of an hour add up to the days, and old orders are found by their number.
    const fromMs = Date.parse('2026-11-13T23:00:00Z');
    const quarters = await store.consultas.quarters(RESTAURANTE_ID, fromMs, fromMs + 86_400_000);
    const sum = (of: 'pedidos' | 'cancelados' | 'ventasCents' | 'reparto') =>
      quarters.reduce((total, quarter) => total + quarter[of], 0);
    for (const figure of ['pedidos', 'cancelados', 'ventasCents', 'reparto'] as const) {
      assert.equal(sum(figure), after[figure], figure);
    }
    for (const { tabla, fila } of ROWS) {
      if (tabla !== 'pedidos' || fila['restaurante_id'] !== RESTAURANTE_ID) continue;
      const old = JSON.parse(String(fila['cuerpo'])) as Pedido;
      for (const key of referencesOf(old)) {
        const found = await store.consultas.references(RESTAURANTE_ID, key, `${key}~`, 100);
        assert.ok(found.includes(old.id), `${old.id} by ${key}`);
      }
    }

    // The features of later versions work with the old data.
    await create(withToken(makeClient(publicUrl), TOKEN));
    assert.equal((await store.webhooks.list(RESTAURANTE_ID)).length, 1);
  });
}

test('an upgraded order is found by its references in a database with Turkish letters, where the small I has no dot', async () => {
  await using database = await createDatabase();
  const name = `${database.name}_tr`;
  const locale = "LOCALE_PROVIDER icu ICU_LOCALE 'tr-TR' LOCALE 'C'";
  await query(database.url, `CREATE DATABASE ${name} TEMPLATE template0 ${locale}`);
  const url = Object.assign(new URL(database.url), { pathname: `/${name}` }).href;
  await fillPostgres(url);
  await query(url, "UPDATE pedidos SET cuerpo = replace(cuerpo, 'F-2026-1042', 'FI-1042')");
  const store = await openTestStore({ databaseUrl: url, dataDir: '' });
  const found = await store.consultas.references(RESTAURANTE_ID, 'fi1042', 'fi1042~', 100);
  await store.close();
  await query(database.url, `DROP DATABASE ${name}`);
  assert.equal(found.length, 1);
});

test('an upgrade gives way to a process that goes on beside it, which does not notice', async () => {
  await using database = await createDatabase();
  await fillPostgres(database.url);
  await withClient(database.url, async (older) => {
    // Like a batch of an older process: it locks one table, and then another that the migration has locked by now.
    await older.query('BEGIN; LOCK TABLE pedidos IN ROW EXCLUSIVE MODE');
    const upgraded = openTestStore({ databaseUrl: database.url, dataDir: '' });
    await until(async () => {
      const waits = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'pedidos'::regclass`;
      return (await query(database.url, waits)).length > 0;
    });
    await older.query('LOCK TABLE historial IN ROW EXCLUSIVE MODE');
    await older.query('COMMIT');
    const store = await upgraded;
    assert.ok(await store.cuentas.find(RESTAURANTE_ID));
    await store.close();
  });
});
