import assert from 'node:assert/strict';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS } from '../../../src/domain/time.ts';
import { makeRandomBytes } from '../../../src/platform/random.ts';
import { makeConnection } from '../../../src/storage/engines/sqlite/driver/connection.ts';
import { DATABASE_FILE } from '../../../src/storage/engines/sqlite/driver/open.ts';
import { makeSqliteStore, openSqliteStore } from '../../../src/storage/engines/sqlite/store.ts';
import { StorageBusyError } from '../../../src/storage/port/errors.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { makeTestClock, type TestClock } from '../../support/clock.ts';
import { makeFolder } from '../../support/machine/folder.ts';
import {
  comando,
  NOW_MS,
  RESTAURANTE_ID,
  samplePedido,
  sampleRestaurante,
} from '../../support/samples.ts';
import { claimLane, happen, makeHook } from '../conformance/hooks.ts';

/** Short, because a store that waits for the lock blocks the thread of the test that holds it. */
const BUSY_MS = 20;
/** Longer than the lock of a test is held. */
const LOCKED_MS = 30_000;

/** The longest turn of the event loop while something goes on. */
const longestTurn = async (work: () => Promise<void>): Promise<number> => {
  const turns = monitorEventLoopDelay({ resolution: 5 });
  turns.enable();
  await work();
  turns.disable();
  return turns.max / 1e6;
};

/** Opens a store in a folder that `prepare` has used, with a second connection that can lock its database. */
const withLock = async (
  prepare: (store: Store, clock: TestClock) => Promise<void>,
  act: (
    store: Store,
    lock: (sql: 'BEGIN IMMEDIATE' | 'ROLLBACK') => void,
    failed: () => number,
  ) => Promise<void>,
  waitMs = BUSY_MS,
): Promise<void> => {
  const folder = makeFolder();
  const before = makeTestClock();
  const randomBytes = makeRandomBytes();
  const first = openSqliteStore(folder, { clock: before, randomBytes });
  await first.cuentas.save(sampleRestaurante(), { ingesta: true });
  await prepare(first, before);
  await first.close();
  const file = join(folder, DATABASE_FILE);
  let failures = 0;
  const transactions = {
    waited() {},
    committed() {},
    notified() {},
    failed() {
      failures += 1;
    },
  };
  const store = makeSqliteStore(makeConnection(file, waitMs), {
    clock: makeTestClock(),
    randomBytes,
    transactions,
  });
  const other = new DatabaseSync(file);
  try {
    await act(
      store,
      (sql) => other.exec(sql),
      () => failures,
    );
  } finally {
    other.close();
    await store.close();
  }
};

describe('a SQLite database that another program has locked', () => {
  test('fails all commits that wait with one try: each holds up the whole process', () =>
    withLock(
      async () => {},
      async (store, lock, failed) => {
        const commits = () =>
          Promise.allSettled(
            [1, 2, 3, 4].map((n) => {
              const pedido = samplePedido({ id: `ped_${n}` });
              return store.log.commit(RESTAURANTE_ID, [comando.crear(pedido)]);
            }),
          );
        lock('BEGIN IMMEDIATE');
        for (const outcome of await commits()) {
          assert.ok(outcome.status === 'rejected' && outcome.reason instanceof StorageBusyError);
        }
        assert.equal(failed(), 1);
        lock('ROLLBACK');
        assert.ok((await commits()).every(({ status }) => status === 'fulfilled'));
        assert.equal((await store.log.position(RESTAURANTE_ID))?.secuencia, 4);
      },
    ));

  test('holds up no reader, and commits as soon as the lock is free', () =>
    withLock(
      async () => {},
      async (store, lock) => {
        lock('BEGIN IMMEDIATE');
        const order = comando.crear(samplePedido({ id: 'ped_espera' }));
        const commit = store.log.commit(RESTAURANTE_ID, [order]);
        const longestMs = await longestTurn(async () => {
          for (let i = 0; i < 20; i += 1) {
            await delay(10);
            assert.equal((await store.log.position(RESTAURANTE_ID))?.secuencia, 0);
          }
        });
        // Waiting in SQLite takes the whole time of the lock in one turn.
        assert.ok(longestMs < LOCKED_MS / 2, `${longestMs} ms`);
        lock('ROLLBACK');
        const [answer] = await commit;
        assert.ok(answer?.ok);
      },
      LOCKED_MS,
    ));

  test('is unavailable to readers too, where the other program shares it with nobody', () => {
    const file = join(makeFolder(), DATABASE_FILE);
    const other = new DatabaseSync(file);
    other.exec('PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE t (n INTEGER)');
    const connection = makeConnection(file, BUSY_MS);
    assert.throws(() => connection.get('SELECT n FROM t'), StorageBusyError);
    assert.throws(() => connection.all('SELECT n FROM t'), StorageBusyError);
    other.close();
    assert.deepEqual(connection.all('SELECT n FROM t'), []);
    connection.close();
  });

  test('does not keep the lanes of a sender that died', () =>
    withLock(
      async (store, clock) => {
        // Its leases follow the time since its start.
        clock.advance(10 * DAY_MS);
        await makeHook(store);
        await happen(store, 'a');
        await claimLane(store);
      },
      async (store, lock) => {
        lock('BEGIN IMMEDIATE');
        await assert.rejects(async () => store.webhooks.lanes.due(NOW_MS, 10), StorageBusyError);
        lock('ROLLBACK');
        assert.deepEqual(await store.webhooks.lanes.due(NOW_MS, 10), [RESTAURANTE_ID]);
      },
    ));
});
