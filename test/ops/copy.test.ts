import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { verifyWebhook } from '../../clients/typescript/src/index.ts';
import { copyStore } from '../../src/storage/open.ts';
import { installComanda } from '../cli/comanda.ts';
import { carryOut, seedSampleRestaurant } from '../http/api/world.ts';
import { column } from '../support/columns.ts';
import { createDatabase } from '../support/postgres/databases.ts';
import { startReceiver } from '../support/receiver/receiver.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../support/samples.ts';
import { startService } from '../support/service.ts';
import { openStream } from '../support/stream-reader.ts';
import { until } from '../support/until.ts';
import { ask, fill, hasDelivered, readPostgres, readSqlite } from './filled-service.ts';

/** Each database has been through migrations of its own. */
const OWN = 'comanda_migrations';
/** Tables that PostgreSQL alone has: what several processes share. */
const POSTGRES_ONLY = ['connection_leases', 'rate_windows', 'shared_numbers'];
/** No attempt to sign in failed. */
const EMPTY = ['sign_in_windows'];
/** Filled by periodic work, which may have found nothing yet. */
const PERIODIC = ['condiciones', 'condition_calls', 'condition_notices', 'condition_state'];

/** A value of SQLite as PostgreSQL writes its own in JSON. */
const asPostgres = (value: unknown, type: string): unknown => {
  if (value === null) return null;
  if (type === 'boolean') return Boolean(value);
  if (type === 'jsonb') return JSON.parse(String(value));
  if (!(value instanceof Uint8Array)) return value;
  return type === 'bytea' ? `\\x${value.toHex()}` : Buffer.from(value).toString();
};

/** Every primary key is among the first columns. */
const KEY_COLUMNS = 5;
const byKey = (rows: unknown[][]): unknown[][] =>
  rows.toSorted((a, b) =>
    JSON.stringify(a.slice(0, KEY_COLUMNS)) < JSON.stringify(b.slice(0, KEY_COLUMNS)) ? -1 : 1,
  );

test('a service moves from SQLite to PostgreSQL, and all that others hold of it stays valid', async (t) => {
  const { run, dataDir } = installComanda(t);
  await using database = await createDatabase();
  const receiver = await startReceiver(t);
  const env = { DATA_DIR: dataDir, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };
  const DATABASE_URL = database.url;
  const before = await startService(t, { env });
  const held = await fill(before, receiver.ports.http);
  const { pedidoId, secreto, token } = held;
  const paths = [
    ...[`/api/pedidos/${pedidoId}`, `/api/pedidos/${pedidoId}/historial`, '/api/pedidos?limite=2'],
    ...['/api/carta', '/api/zonas', '/api/restaurante', '/panel/api/sesion'],
  ];
  const answers = new Map<string, { text: string; etag: string | null }>();
  for (const path of paths) {
    const response = await ask(before, held, path);
    answers.set(path, { text: await response.text(), etag: response.headers.get('etag') });
  }
  const { siguiente } = JSON.parse(answers.get('/api/pedidos?limite=2')?.text ?? '').paginacion;
  const next = `/api/pedidos?limite=2&cursor=${siguiente}`;
  const second = await (await ask(before, held, next)).text();
  const events = await before.store.log.events(RESTAURANTE_ID, 0, 100);
  const announced = events.filter(({ tipo }) => tipo !== 'pedido.importado');

  const early = await run(['copy'], { env: { DATABASE_URL } });
  assert.equal(early.code, 1);
  assert.match(early.stderr, /comanda\.db is locked by another program; stop it/);
  await before.stop();
  await before.store.close();
  const { code, stdout, stderr } = await run(['copy', '--json'], { env: { DATABASE_URL } });
  assert.deepEqual([code, stderr], [0, '']);
  const { datos, ...counts } = JSON.parse(stdout);
  assert.match(datos, /^PostgreSQL at /);
  assert.deepEqual(counts, { restaurantes: 1, pedidos: 6, eventos: events.length });

  const [from, to] = [readSqlite(join(dataDir, 'comanda.db')), await readPostgres(DATABASE_URL)];
  for (const tables of [from, to]) {
    assert.ok(tables.delete(OWN));
    // The new processes take their own.
    assert.ok(tables.delete('leases'));
  }
  for (const name of POSTGRES_ONLY) assert.ok(to.delete(name), name);
  assert.deepEqual([...to.keys()].sort(), [...from.keys()].sort());
  for (const [table, { types, rows }] of to) {
    if (!PERIODIC.includes(table)) {
      assert.equal(rows.length === 0, EMPTY.includes(table), `rows of ${table}`);
    }
    const copied = rows.map((row) => [...types.keys()].map((name) => row[name]));
    const original = (from.get(table) ?? []).map((row) =>
      [...types].map(([name, type]) => asPostgres(row[name], type)),
    );
    assert.deepEqual(byKey(copied), byKey(original), table);
  }

  const after = await startService(t, { databaseUrl: DATABASE_URL, env });
  for (const [path, { text, etag }] of answers) {
    assert.equal(await (await ask(after, held, path)).text(), text, path);
    if (etag === null) continue;
    const again = await ask(after, held, path, { 'if-none-match': etag });
    assert.equal(again.status, 304, path);
  }
  assert.equal(await (await ask(after, held, next)).text(), second, 'a cursor goes on');
  const [first, last] = [announced[0], events.at(-1)];
  const stream = await openStream(after.publicUrl, { token, lastEventId: first?.id ?? '' });
  const missed = await stream.untilEventos(announced.length - 1);
  assert.deepEqual(column(missed, 'id'), column(announced.slice(1), 'id'));
  const [again = ''] = await carryOut(
    after,
    comando.crear(samplePedido(), { clave: 'una-vez' }),
    comando.avanzar(pedidoId, 'en_preparacion'),
  );
  assert.ok(second.includes(again) || answers.get('/api/pedidos?limite=2')?.text.includes(again));
  await stream.untilEventos(announced.length);
  const [evento] = await after.store.log.events(RESTAURANTE_ID, last?.secuencia ?? 0, 10);
  assert.equal(evento?.secuencia, (last?.secuencia ?? 0) + 1);
  await until(() => hasDelivered(after, held, 2));
  const ids = receiver.received.map(({ bodyBase64, headers }) => {
    return verifyWebhook(Buffer.from(bodyBase64, 'base64'), headers, secreto).id;
  });
  assert.ok(ids.includes(evento?.id ?? ''), 'signed with the same secret');
  stream.close();

  const twice = await run(['copy'], { env: { DATABASE_URL } });
  assert.equal(twice.code, 1);
  assert.match(twice.stderr, /has data already \(in restaurantes\); copy into an empty database/);
});

test('a copy that is stopped leaves nothing behind', async (t) => {
  const { dataDir, run } = installComanda(t);
  await using database = await createDatabase();
  const service = await startService(t, { env: { DATA_DIR: dataDir } });
  await seedSampleRestaurant(service);
  await service.stop();
  await service.store.close();
  const stopping = new AbortController();
  const onBegin = (total: number) => (copied: number) => {
    if (copied > total / 2) stopping.abort();
  };
  const target = { dataDir, databaseUrl: database.url };
  await assert.rejects(copyStore(target, { signal: stopping.signal, onBegin }), {
    name: 'AbortError',
  });
  const { code, stdout } = await run(['copy'], { env: { DATABASE_URL: database.url } });
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^Copied 1 restaurant, 1 order and 1 event into PostgreSQL at .*, in [\d.]+ s\.\n$/,
  );
});

test('copy says what it lacks', async (t) => {
  const { run } = installComanda(t);
  const nowhere = await run(['copy']);
  assert.equal(nowhere.code, 2);
  assert.match(nowhere.stderr, /DATABASE_URL is not set/);
  const nothing = await run(['copy'], { env: { DATABASE_URL: 'postgres://127.0.0.1:1/x' } });
  assert.equal(nothing.code, 1);
  assert.match(nothing.stderr, /there is no database yet: SQLite in /);
});
