import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { HOUR_MS } from '../../../src/domain/time.ts';
import { makePools } from '../../../src/storage/engines/postgres/driver/pools.ts';
import { makeTransact } from '../../../src/storage/engines/postgres/driver/transaction.ts';
import {
  StorageBusyError,
  StorageReadOnlyError,
  StorageUncertainError,
} from '../../../src/storage/port/errors.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { upTo } from '../../support/columns.ts';
import { type Pair, startProxy } from '../../support/machine/proxy.ts';
import { createMigratedDatabase } from '../../support/postgres/databases.ts';
import { query, withClient } from '../../support/postgres/query.ts';
import { openSampleStore } from '../../support/postgres/store.ts';
import {
  comando,
  NOW_MS,
  RESTAURANTE_ID,
  samplePedido,
  sampleRestaurante,
} from '../../support/samples.ts';
import type { Cleanup } from '../../support/service.ts';
import { accept, allPedidos } from '../conformance/harness.ts';
import {
  advanceLane,
  claimLane,
  delivered,
  failed,
  happen,
  makeHook,
  sequencesOf,
  stepOf,
} from '../conformance/hooks.ts';

/** Ends all connections, like a restart of the server. */
const terminateConnections = (url: string) =>
  query(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );

/** Blocks the process, like a pause: it continues before it reads what arrived meanwhile. */
const blockProcess = (ms: number) =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const sequences = async (store: Store): Promise<number[]> =>
  (await store.log.events(RESTAURANTE_ID, 0, 10_000)).map((event) => event.secuencia);

/** The answer to COMMIT, and the error of a Citus coordinator whose node has not answered it. */
const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0');
const NOT_ANSWERED = (() => {
  const fields = Buffer.from(
    'SERROR\0VERROR\0CXX000\0Mfailure on connection marked as essential\0\0',
  );
  const head = Buffer.from('E\0\0\0\0');
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
})();

type Cut = 'before the commit' | 'before the answer' | 'behind the coordinator';

/** A proxy that cuts the connection when a transaction sends COMMIT, or when the server answers it. */
const makeCuttingProxy = async (t: Cleanup, serverUrl: string) => {
  const committing = new WeakSet<Pair>();
  let cut: Cut | null = null;
  const proxy = await startProxy(t, {
    toServer(bytes, pair) {
      const isCommit = bytes.includes('commit\0');
      if (isCommit) committing.add(pair);
      else committing.delete(pair);
      if (!isCommit || cut !== 'before the commit') return bytes;
      cut = null;
      pair.destroyBoth();
      return null;
    },
    toClient(bytes, pair) {
      if (!committing.has(pair) || cut === null || cut === 'before the commit') return bytes;
      const at = bytes.indexOf(COMMITTED);
      if (cut === 'behind the coordinator') {
        if (at < 0) return bytes;
        cut = null;
        const rest = bytes.subarray(at + COMMITTED.length);
        return Buffer.concat([bytes.subarray(0, at), NOT_ANSWERED, rest]);
      }
      if (at < 0) return null;
      cut = null;
      pair.destroyBoth();
      return null;
    },
  });
  proxy.connectTo(serverUrl);
  return {
    url: proxy.addressOf(serverUrl),
    cut(where: Cut) {
      cut = where;
    },
  };
};

describe('a PostgreSQL connection that breaks', () => {
  test('is replaced when it broke while idle, for reading and for writing', async () => {
    await using database = await createMigratedDatabase();
    await using store = await openSampleStore(database.url);
    for (let round = 1; round <= 3; round += 1) {
      await accept(store, [comando.crear()]);
      await terminateConnections(database.url);
      assert.deepEqual(await sequences(store), upTo(round));
    }
    await terminateConnections(database.url);
    await store.cuentas.save(sampleRestaurante({ nombre: 'Otro' }), {});
  });

  test('loses no acknowledged command and doubles none when it breaks under load', async () => {
    await using database = await createMigratedDatabase();
    await using store = await openSampleStore(database.url);
    let acknowledged = 0;
    let uncertain = 0;
    let isOver = false;
    const producer = async (name: string) => {
      for (let i = 0; !isOver; i += 1) {
        const pedido = samplePedido({ id: `ped_${name}_${i}` });
        try {
          await accept(store, [comando.crear(pedido)]);
          acknowledged += 1;
        } catch (error) {
          assert.ok(error instanceof StorageBusyError, String(error));
          if (error instanceof StorageUncertainError) uncertain += 1;
        }
      }
    };
    const producers = ['a', 'b', 'c'].map(producer);
    for (let round = 0; round < 8; round += 1) {
      await wait(60);
      await terminateConnections(database.url);
    }
    isOver = true;
    await Promise.all(producers);
    const found = await sequences(store);
    assert.ok(found.length >= acknowledged, `${found.length} of ${acknowledged} are there`);
    assert.ok(found.length <= acknowledged + uncertain);
    assert.deepEqual(found, upTo(found.length));
    assert.equal((await allPedidos(store)).length, found.length);
  });

  test('because the process was paused in a transaction: it is carried out on another connection', async () => {
    await using database = await createMigratedDatabase();
    const pools = makePools(database.url);
    const transact = makeTransact(pools.writers);
    // PostgreSQL has the second of them since version 17.
    const limits = await query<{ name: string }>(
      database.url,
      `SELECT name FROM pg_settings
       WHERE name IN ('idle_in_transaction_session_timeout', 'transaction_timeout')`,
    );
    try {
      for (const { name } of limits) {
        let attempts = 0;
        const carriedOut = transact(async (transaction) => {
          attempts += 1;
          if (attempts === 1) {
            const [backend] = await transaction.rows<{ pid: number }>(
              'SELECT pg_backend_pid() AS pid',
              [],
            );
            await transaction.run(`SET LOCAL ${name} = 20`, []);
            blockProcess(200);
            // On a busy machine the server may take longer to end the session.
            for (let n = 0; n < 500 && existsSync(`/proc/${backend?.pid}`); n += 1)
              blockProcess(20);
          }
          return transaction.rows('SELECT 1 AS n', []);
        });
        assert.deepEqual(await carriedOut, [{ n: 1 }], name);
        assert.equal(attempts, 2, name);
      }
    } finally {
      await pools.close();
    }
  });

  test('before COMMIT arrived: the batch is committed on another connection', async (t) => {
    await using database = await createMigratedDatabase();
    const cable = await makeCuttingProxy(t, database.url);
    await using store = await openSampleStore(cable.url);
    await accept(store, [comando.crear(samplePedido({ id: 'ped_1' }))]);
    cable.cut('before the commit');
    await accept(store, [
      comando.crear(samplePedido({ id: 'ped_2' })),
      comando.avanzar('ped_1', 'confirmado'),
    ]);
    assert.deepEqual(await sequences(store), upTo(3));
  });

  for (const where of ['before the answer', 'behind the coordinator'] as const) {
    test(`${where}, to COMMIT: the batch is found in the log and not committed twice`, async (t) => {
      await using database = await createMigratedDatabase();
      const cable = await makeCuttingProxy(t, database.url);
      await using store = await openSampleStore(cable.url);
      cable.cut(where);
      const [answer] = await store.log.commit(RESTAURANTE_ID, [comando.crear()]);
      const events = await store.log.events(RESTAURANTE_ID, 0, 10);
      assert.equal(events.length, 1);
      assert.ok(answer?.ok);
      assert.equal(answer.eventoId, events[0]?.id);
      await accept(store, [comando.avanzar(answer.pedidoId, 'entregado')]);
    });
  }

  test('before the answer to COMMIT came, for a batch without events: the outcome is reported as unknown', async (t) => {
    await using database = await createMigratedDatabase();
    const cable = await makeCuttingProxy(t, database.url);
    await using store = await openSampleStore(cable.url);
    const [id = ''] = await accept(store, [comando.crear()]);
    const batch = [comando.avanzar(id, 'pendiente', { clave: 'una vez' })];
    cable.cut('before the answer');
    await assert.rejects(store.log.commit(RESTAURANTE_ID, batch), StorageUncertainError);
    const [answer] = await store.log.commit(RESTAURANTE_ID, batch);
    assert.ok(answer?.ok);
    assert.equal((await allPedidos(store)).length, 1);
  });

  for (const [what, change, undo, Refusal] of [
    ['closed', 'ALLOW_CONNECTIONS false', 'ALLOW_CONNECTIONS true', StorageBusyError],
    [
      'made read-only',
      'SET default_transaction_read_only = on',
      'RESET default_transaction_read_only',
      StorageReadOnlyError,
    ],
  ] as const) {
    test(`because the database was ${what}, as for a move: calls fail as busy, and then no more`, async () => {
      await using database = await createMigratedDatabase();
      const store = await openSampleStore(database.url);
      await store.cuentas.save(sampleRestaurante(), { ingesta: true });
      const { name } = database;
      const server = Object.assign(new URL(database.url), { pathname: '/postgres' });
      await query(server.href, `ALTER DATABASE ${name} ${change}`);
      await query(
        server.href,
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
      );
      await assert.rejects(store.log.commit(RESTAURANTE_ID, [comando.crear()]), Refusal);
      await assert.rejects(store.cuentas.save(sampleRestaurante(), {}), Refusal);
      await assert.rejects(store.flujos.claim(new Map([['a', 1]]), 20), Refusal);
      await query(server.href, `ALTER DATABASE ${name} ${undo}`);
      await accept(store, [comando.crear()]);
      assert.deepEqual(await sequences(store), [1]);
      await store.close();
    });
  }

  test('for good: calls fail as busy, and the store still closes', async () => {
    const database = await createMigratedDatabase();
    const store = await openSampleStore(database.url);
    await database.drop();
    await assert.rejects(store.log.commit(RESTAURANTE_ID, [comando.crear()]), StorageBusyError);
    await assert.rejects(store.ping(), StorageBusyError);
    await assert.rejects(store.cuentas.save(sampleRestaurante(), {}), StorageBusyError);
    await store.close();
  });
});

/** Delays the server's answers, so that several arrive together. */
const makeSlowProxy = async (t: Cleanup, serverUrl: string): Promise<string> => {
  const waiting = new Map<Pair, Buffer[]>();
  const proxy = await startProxy(t, {
    toClient(bytes, pair) {
      const held = waiting.get(pair);
      if (held !== undefined) held.push(bytes);
      else {
        waiting.set(pair, [bytes]);
        setTimeout(() => {
          pair.client.write(Buffer.concat(waiting.get(pair) ?? []));
          waiting.delete(pair);
        }, 40);
      }
      return null;
    },
  });
  proxy.connectTo(serverUrl);
  return proxy.addressOf(serverUrl);
};

/** Raises an error with this code once, even if the transaction around it is rolled back. */
const failOnce = (code: string, more = '') => `
  CREATE SEQUENCE veces;
  CREATE FUNCTION stumble() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('veces') = 1 THEN RAISE EXCEPTION 'once' USING ERRCODE = '${code}'${more}; END IF;
    RETURN true;
  END $$;`;

describe('a batch that PostgreSQL refused for a passing reason', () => {
  const refusals = {
    'a deadlock, told of together with the failures that follow it': `
      ${failOnce('40P01')}
      ALTER TABLE log_heads RENAME TO registros_de_verdad;
      CREATE VIEW log_heads AS SELECT * FROM registros_de_verdad WHERE stumble();`,
    'an event that is there already, on a node that is being drained': `
      ${failOnce('23505', `, TABLE = 'eventos_102034', CONSTRAINT = 'eventos_pkey_102034'`)}
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM stumble(); RETURN NEW; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON eventos FOR EACH ROW EXECUTE FUNCTION refuse();`,
    'a commit that a node did not answer, and did not carry out': `
      ${failOnce('XX000')}
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM stumble(); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON eventos DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION refuse();`,
  };
  for (const [reason, sql] of Object.entries(refusals)) {
    test(`is carried out once: ${reason}`, async (t) => {
      await using database = await createMigratedDatabase();
      await using store = await openSampleStore(await makeSlowProxy(t, database.url));
      await query(database.url, sql);
      await accept(store, [comando.crear()]);
      assert.deepEqual(await sequences(store), [1]);
    });
  }
});

describe('processes that share a PostgreSQL database', () => {
  test('take turns at one order without using a stale cache', async () => {
    await using database = await createMigratedDatabase();
    await using one = await openSampleStore(database.url);
    await using other = await openSampleStore(database.url);
    const ids = await accept(one, comando.crearVarios(20));
    const advance = (store: Store, estado: 'confirmado' | 'en_preparacion' | 'listo') =>
      Promise.all(ids.map((id) => store.log.commit(RESTAURANTE_ID, [comando.avanzar(id, estado)])));
    await Promise.all([advance(one, 'confirmado'), advance(other, 'confirmado')]);
    await Promise.all([advance(other, 'listo'), advance(one, 'listo')]);
    const pedidos = await allPedidos(one);
    assert.ok(pedidos.every((pedido) => pedido.estado === 'listo'));
    assert.deepEqual(await sequences(other), upTo(60));
    for (const id of ids) {
      assert.equal((await one.pedidos.history(RESTAURANTE_ID, id))?.length, 3);
    }
  });

  test('take turns at looking for deliveries that nobody sends', async () => {
    await using database = await createMigratedDatabase();
    await using one = await openSampleStore(database.url);
    await using other = await openSampleStore(database.url);
    await makeHook(one);
    await accept(one, [comando.crear()]);
    const due = (store: Store, everyMs: number) => store.webhooks.lanes.due(NOW_MS, 10, everyMs);
    const found = await Promise.all([one, other, one, other].map((store) => due(store, HOUR_MS)));
    assert.deepEqual(found.flat(), [RESTAURANTE_ID]);
    await query(database.url, `UPDATE shared_numbers SET value = value - ${HOUR_MS}`);
    assert.deepEqual(await due(other, HOUR_MS), [RESTAURANTE_ID]);
    await query(database.url, `UPDATE shared_numbers SET value = value + ${2 * HOUR_MS}`);
    assert.deepEqual(
      await due(one, HOUR_MS),
      [RESTAURANTE_ID],
      'the clock of the server was put back',
    );
  });

  test('agree on the days of orders while the time zone changes', async () => {
    await using database = await createMigratedDatabase();
    await using one = await openSampleStore(database.url);
    await using other = await openSampleStore(database.url);
    const zones = ['Asia/Kathmandu', 'Pacific/Kiritimati', 'America/St_Johns', 'Europe/Madrid'];
    await Promise.all([
      ...Array.from({ length: 30 }, () => accept(one, [comando.crear()])),
      ...zones.map((zona_horaria) => other.cuentas.save(sampleRestaurante({ zona_horaria }), {})),
    ]);
    const last = await one.cuentas.find(RESTAURANTE_ID);
    const day = (offset: number) =>
      Temporal.Now.plainDateISO(last?.cuenta.zonaHoraria).add({ days: offset }).toString();
    const summary = await one.pedidos.summary(RESTAURANTE_ID, day(-1), day(0));
    const around = await one.pedidos.summary(RESTAURANTE_ID, day(-3), day(3));
    assert.equal(around.pedidos, 30, 'each order belongs to one day');
    assert.equal(summary.pedidos, 30, 'and to one of the zone that won');
  });

  test('a lock held on one restaurant delays no other restaurant', async () => {
    await using database = await createMigratedDatabase();
    await using store = await openSampleStore(database.url);
    const otherId = 'rest_otro';
    await store.cuentas.save(sampleRestaurante({ id: otherId }), { ingesta: true });
    await withClient(database.url, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM log_heads WHERE restaurante_id = $1 FOR UPDATE', [
        RESTAURANTE_ID,
      ]);
      const held = Array.from({ length: 40 }, () => accept(store, [comando.crear()]));
      const extra = { restaurante_id: otherId };
      await accept(store, [comando.crear(samplePedido(), extra)], otherId);
      assert.equal((await store.log.position(otherId))?.secuencia, 1);
      assert.equal((await store.log.position(RESTAURANTE_ID))?.secuencia, 0);
      await client.query('COMMIT');
      await Promise.all(held);
    });
    assert.deepEqual(await sequences(store), upTo(40));
  });
});

test('an attempt whose event a failover lost leaves no row in the place of the next event', async () => {
  await using database = await createMigratedDatabase();
  await using store = await openSampleStore(database.url);
  await makeHook(store);
  await happen(store, 'a');
  const { lane, advance } = await claimLane(store);
  const lost = advance.begun.map((begun) => ({ ...begun, eventoId: 'evt_perdido' }));
  const settledLost = lost.map((each) => delivered(each));
  await advanceLane(store, stepOf(lane, 0, { settled: settledLost, releaseIfIdle: false }));
  const settled = advance.begun.map((each) => failed(each, NOW_MS + 5_000));
  await advanceLane(store, stepOf(lane, 1, { settled }));
  const retried = await claimLane(store, { nowMs: NOW_MS + 5_000 });
  assert.deepEqual(sequencesOf(retried.advance), [1]);
});

test('closing waits for the commits under way', async () => {
  await using database = await createMigratedDatabase();
  const store = await openSampleStore(database.url);
  const commits = Array.from({ length: 10 }, () => accept(store, [comando.crear()]));
  await store.close();
  assert.equal((await Promise.all(commits)).length, 10);
});

test('what a batch reads goes to the server in one write, and so does what it stores, with COMMIT', async (t) => {
  await using database = await createMigratedDatabase();
  const sent: Buffer[] = [];
  const proxy = await startProxy(t, {
    toServer(bytes) {
      sent.push(bytes);
      return bytes;
    },
  });
  proxy.connectTo(database.url);
  await using store = await openSampleStore(proxy.addressOf(database.url));
  await accept(store, [comando.crear()]);
  const writes = (part: string) => sent.filter((bytes) => bytes.includes(part)).map(String);
  const [commit = ''] = writes('\0commit\0').filter((bytes) => bytes.includes('pedido.nuevo'));
  assert.ok(commit.includes('SELECT comanda_write_'));
  const [load = ''] = writes('SELECT comanda_read_');
  assert.ok(load.includes('\0begin\0') && load.includes('FROM restaurantes'));
});
