import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { decodeNotice, encodeNotice } from '../../../src/storage/engines/postgres/wake/notices.ts';
import { createMigratedDatabase } from '../../support/postgres/databases.ts';
import { openSampleStore } from '../../support/postgres/store.ts';
import { comando, RESTAURANTE_ID } from '../../support/samples.ts';
import { until } from '../../support/until.ts';
import { accept } from '../conformance/harness.ts';
import { listen } from '../conformance/log/watch.ts';

/** Two processes on one database, and an administrator's connection. */
const makePair = async () => {
  const database = await createMigratedDatabase();
  const one = await openSampleStore(database.url);
  const two = await openSampleStore(database.url);
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  const LISTENERS = `FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'comanda listen'`;
  const listeners = async () =>
    (await admin.query<{ pid: number }>(`SELECT pid ${LISTENERS} AND query LIKE 'LISTEN%'`)).rows;
  return {
    one,
    two,
    admin,
    listeners,
    /** Collects the notifications of the first process, once it listens. */
    async listen() {
      const { heard } = listen(one);
      await until(async () => (await listeners()).length === 1);
      return heard;
    },
    terminateListeners: () => admin.query(`SELECT pg_terminate_backend(pid) ${LISTENERS}`),
    async [Symbol.asyncDispose]() {
      await admin.end();
      await Promise.all([one.close(), two.close()]);
      await database.drop();
    },
  };
};

describe('watching across processes on PostgreSQL', () => {
  test('all watchers share one listening connection, and without watchers there is none', async () => {
    await using pair = await makePair();
    assert.equal((await pair.listeners()).length, 0);
    const watched = [listen(pair.one), listen(pair.one), listen(pair.one)];
    await until(async () => (await pair.listeners()).length === 1);
    for (const { stop } of watched) stop();
    await until(async () => (await pair.listeners()).length === 0);
  });

  test('a listener that reconnects reports that any log may have moved, and then names the restaurant of each commit', async () => {
    await using pair = await makePair();
    const heard = await pair.listen();
    for (let round = 0; round < 2; round += 1) {
      const [before] = await pair.listeners();
      await pair.terminateListeners();
      heard.length = 0;
      await until(async () => {
        const [now] = await pair.listeners();
        return now !== undefined && now.pid !== before?.pid;
      });
      await until(() => heard.includes(null));
      heard.length = 0;
      await accept(pair.two, [comando.crear()]);
      await until(() => heard.includes(RESTAURANTE_ID));
    }
  });

  test('polling finds commits whose notification was lost', async () => {
    await using pair = await makePair();
    const heard = await pair.listen();
    heard.length = 0;
    // A process that dies between its commit and its notification leaves this behind.
    await pair.admin.query('UPDATE log_heads SET secuencia = 7 WHERE restaurante_id = $1', [
      RESTAURANTE_ID,
    ]);
    await until(() => heard.includes(null));
    const positions = await pair.one.log.positions([RESTAURANTE_ID]);
    assert.equal(positions.get(RESTAURANTE_ID)?.secuencia, 7);
  });

  test('many commits share few notifications', async () => {
    await using pair = await makePair();
    const notices: string[] = [];
    pair.admin.on('notification', ({ payload }) => notices.push(payload ?? ''));
    await pair.admin.query('LISTEN comanda_log');
    for (let i = 0; i < 40; i += 1) {
      await Promise.all(Array.from({ length: 5 }, () => accept(pair.one, [comando.crear()])));
    }
    await pair.one.close();
    await until(() => notices.length > 0);
    assert.ok(notices.length <= 100, `${notices.length} notifications for 200 commits`);
    for (const payload of notices) assert.deepEqual(decodeNotice(payload).ids, [RESTAURANTE_ID]);
  });

  test('closing a store sends its last notifications first', async () => {
    await using pair = await makePair();
    const heard = await pair.listen();
    await accept(pair.two, [comando.crear()]);
    await pair.two.close();
    await until(() => heard.includes(RESTAURANTE_ID));
  });

  test('closing a store that watches leaves no connection behind', async () => {
    await using pair = await makePair();
    listen(pair.two);
    await until(async () => (await pair.listeners()).length === 1);
    await pair.two.close();
    await until(async () => (await pair.listeners()).length === 0);
  });
});

describe('the payload of a notification', () => {
  const id = (n: number) => `rest_${String(n).padStart(64, '0')}`;

  test('stays below the limit of 8,000 bytes and loses no id', () => {
    for (const count of [1, 2, 112, 113, 114, 115, 500, 1_000]) {
      const ids = Array.from({ length: count }, (_, n) => id(n));
      const payloads = encodeNotice('abcdefgh', ids);
      for (const payload of payloads) assert.ok(Buffer.byteLength(payload) < 8_000);
      const decoded = payloads.map(decodeNotice);
      assert.deepEqual(
        decoded.flatMap(({ ids }) => ids ?? []),
        ids,
      );
      assert.ok(decoded.every(({ tag }) => tag === 'abcdefgh'));
    }
  });

  test('names no ids but "any" past a thousand restaurants', () => {
    const ids = Array.from({ length: 1_001 }, (_, n) => id(n));
    assert.deepEqual(encodeNotice('abcdefgh', ids), ['abcdefgh:*']);
    assert.deepEqual(decodeNotice('abcdefgh:*'), { tag: 'abcdefgh', ids: null });
  });

  test('of another program counts as "any"', () => {
    for (const payload of ['', 'hola', ':', 'x:', ':rest_a']) {
      assert.equal(decodeNotice(payload).ids, null, payload);
    }
  });
});
