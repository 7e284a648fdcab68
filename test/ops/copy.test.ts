import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { verifyWebhook } from '../../clients/typescript/src/index.ts';
import { makeUsuarios } from '../../src/admin/usuarios.ts';
import { systemClock } from '../../src/clock.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { makeRandomBytes } from '../../src/random.ts';
import { copyStore } from '../../src/storage/open.ts';
import { installComanda } from '../cli/comanda.ts';
import { carryOut, seedSampleRestaurant } from '../http/api/world.ts';
import { column } from '../support/columns.ts';
import { createDatabase } from '../support/postgres/databases.ts';
import { query } from '../support/postgres/query.ts';
import { startReceiver } from '../support/receiver/receiver.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../support/samples.ts';
import { type Service, startService } from '../support/service.ts';
import { openStream } from '../support/stream-reader.ts';
import { until } from '../support/until.ts';

/** Tables that PostgreSQL alone has: counts of processes and of the last minute, and its own versions. */
const POSTGRES_ONLY = ['cambios', 'flujos', 'migraciones', 'ventanas'];
/** No attempt to sign in failed. */
const EMPTY = ['intentos'];

/** All that a person or a program holds of the service. */
interface Held {
  token: string;
  cookie: string;
  secreto: string;
  webhookId: string;
  pedidoId: string;
}

const ask = (service: Service, { token, cookie }: Held, path: string, headers = {}) =>
  fetch(service.publicUrl + path, {
    headers: { authorization: `Bearer ${token}`, cookie, ...headers },
  });

const post = async (service: Service, path: string, headers: object, body: object) => {
  const response = await fetch(service.publicUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, await response.clone().text());
  return response;
};

/** Fills every table that can be filled. */
const fill = async (service: Service, port: number): Promise<Held> => {
  const { store, publicUrl } = service;
  const pedidoId = await seedSampleRestaurant(service);
  const { token } = await service.makeLlave();
  const panel = { origin: publicUrl, 'x-comanda-panel': '1' };
  const randomBytes = makeRandomBytes();
  const deps = { store, clock: systemClock, randomBytes, mintId: makeMintId(randomBytes) };
  const made = await makeUsuarios(deps).create(
    { email: 'olga@comanda.example', restauranteId: null },
    'pruebas',
  );
  assert.equal(made.outcome, 'created');
  const setup = { token: made.setupToken, clave: 'tortilla con cebolla' };
  const entered = await post(service, '/panel/api/alta', panel, setup);
  const [cookie = ''] = (entered.headers.getSetCookie()[0] ?? '').split(';');
  const base = '/panel/api/restaurantes/rest_casa_pepa';
  await post(
    service,
    `${base}/pantallas`,
    { ...panel, cookie },
    { nombre: 'Barra', clase: 'cocina' },
  );
  const hook = await post(
    service,
    '/api/webhooks',
    { authorization: `Bearer ${token}` },
    {
      url: `http://127.0.0.1:${port}/status/200`,
      eventos: ['pedido.aceptado', 'pedido.estado_cambiado'],
    },
  );
  const { id: webhookId, secreto_firma: secreto } = (await hook.json()) as {
    id: string;
    secreto_firma: string;
  };
  await carryOut(
    service,
    comando.importar(),
    ...comando.crearVarios(3),
    comando.crear(samplePedido(), { clave: 'una-vez' }),
    comando.avanzar(pedidoId, 'confirmado', {
      detalle: { nota: '«comillas», "dobles" y \\ barra' },
    }),
  );
  return { token, cookie, secreto, webhookId, pedidoId };
};

type Rows = Record<string, unknown>[];

/** The rows of every table, and the types of its columns. */
const readPostgres = async (url: string) => {
  const found = await query<{ table_name: string; column_name: string; data_type: string }>(
    url,
    `SELECT table_name, column_name, data_type FROM information_schema.columns
     WHERE table_schema = 'public' ORDER BY ordinal_position`,
  );
  const tables = new Map<string, { types: Map<string, string>; rows: Rows }>();
  for (const [name, columns] of Map.groupBy(found, (each) => each.table_name)) {
    if (POSTGRES_ONLY.includes(name)) continue;
    const rows = await query<{ row: Rows[number] }>(
      url,
      `SELECT to_jsonb(t) AS row FROM ${name} t`,
    );
    const types = new Map(columns.map((each) => [each.column_name, each.data_type]));
    tables.set(name, { types, rows: column(rows, 'row') });
  }
  return tables;
};

const readSqlite = (file: string): Map<string, Rows> => {
  const database = new DatabaseSync(file, { readOnly: true });
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  const rows = new Map(
    tables.map(({ name }) => [String(name), database.prepare(`SELECT * FROM ${name}`).all()]),
  );
  database.close();
  return rows;
};

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
  const { pedidoId, webhookId, secreto, token } = held;
  const hook = `/api/webhooks/${webhookId}`;
  const delivered = async (service: Service, count: number) => {
    const list = await (await ask(service, held, `${hook}/entregas`)).json();
    return JSON.stringify(list).split('"entregada"').length === count + 1;
  };
  await until(() => delivered(before, 1));
  const key = { authorization: `Bearer ${token}` };
  await post(before, `${hook}/reenvios`, key, { desde: new Date(0).toISOString() });
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
  assert.deepEqual([...to.keys()].sort(), [...from.keys()].sort());
  for (const [table, { types, rows }] of to) {
    assert.equal(rows.length === 0, EMPTY.includes(table), `rows of ${table}`);
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
  await until(() => delivered(after, 2));
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
