import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemClock } from '../../src/platform/clock.ts';
import { makeRandomBytes } from '../../src/platform/random.ts';
import type { Reader } from '../../src/storage/accounts/readers.ts';
import { openSqliteStore } from '../../src/storage/engines/sqlite/store.ts';
import { StorageBusyError } from '../../src/storage/port/errors.ts';
import type { OnMoved } from '../../src/storage/port/log.ts';
import type { Store } from '../../src/storage/port/store.ts';
import { makeHub } from '../../src/stream/hub.ts';
import type { CloseReason } from '../../src/stream/subscriber.ts';
import { accept } from '../storage/conformance/harness.ts';
import { makeFolder } from '../support/machine/folder.ts';
import { comando, RESTAURANTE_ID, sampleRestaurante } from '../support/samples.ts';
import { until } from '../support/until.ts';

/** May always read. */
const READER: Reader = { budget: 'llv_1', id: 'llv_1', standings: async () => new Map() };

const openStore = async (orders: number, folder = makeFolder()) => {
  const deps = { clock: systemClock, randomBytes: makeRandomBytes() };
  const store = openSqliteStore(folder, deps);
  await store.cuentas.save(sampleRestaurante(), { ingesta: true });
  await accept(store, comando.crearVarios(orders));
  return store;
};

/** A client that leaves on command. */
const socket = () =>
  new Duplex({
    read() {},
    write: (_, __, done) => done(),
    final(done) {
      this.push(null);
      done();
    },
  }) as Socket;

/** The log of whichever store `server` names at the moment; its watcher hears only what the test tells it. */
const followLog = (server: () => Store) => {
  let onMoved: OnMoved | null = null;
  const log: Store['log'] = {
    ...server().log,
    events: (...asked) => server().log.events(...asked),
    position: (...asked) => server().log.position(...asked),
    positions: (...asked) => server().log.positions(...asked),
    watch(told) {
      onMoved = told;
      return () => {};
    },
  };
  return { log, tell: (...hint: Parameters<OnMoved>) => onMoved?.(...hint) };
};

type HubDeps = Parameters<typeof makeHub>[0];

/** Starts a hub that reports its streams to `observer`, closed at the end; returns a function that asks for a stream. */
const startHub = (
  t: TestContext,
  log: HubDeps['store']['log'],
  observer: Partial<HubDeps['observer']>,
) => {
  const hub = makeHub({
    store: { log, flujos: { claim: async (counts) => new Map(counts) } },
    clock: systemClock,
    randomBytes: makeRandomBytes(),
    observer: { opened() {}, closed() {}, delivered() {}, ...observer },
    log: { info() {} } as never,
    outage: { failed() {}, worked() {} },
  });
  t.after(() => hub.close(0));
  return (lastEventId: string | null = null) =>
    hub.prepare({
      restauranteId: RESTAURANTE_ID,
      reader: READER,
      tipos: ['pedido.nuevo'],
      requestId: 'r',
      lastEventId,
    });
};

test('a stream that was asked for before a failover and opened after it ends, to be resumed', async (t) => {
  // The standby that takes over lacks the last events, and continues with its own.
  const [primary, standby] = [await openStore(5), await openStore(3)];
  t.after(() => Promise.all([primary.close(), standby.close()]));
  const [newest] = await primary.log.events(RESTAURANTE_ID, 4, 1);
  const hanging = Promise.withResolvers<void>();
  let [server, hangs] = [primary, false];
  let hung = 0;
  const { log, tell } = followLog(() => server);
  const events: typeof log.events = async (...asked) => {
    if (hangs) {
      hung += 1;
      await hanging.promise;
    }
    return log.events(...asked);
  };
  const closed: CloseReason[] = [];
  const ask = startHub(t, { ...log, events }, { closed: (reason) => closed.push(reason) });
  // An open stream keeps the channel.
  (await ask(newest?.id ?? ''))?.open(socket(), 'HEAD\n');
  hangs = true;
  const asked = ask(newest?.id ?? '');
  await until(() => hung === 1);
  hangs = false;
  server = standby;
  tell(null);
  await until(() => closed.length === 1);
  hanging.resolve();
  (await asked)?.open(socket(), 'HEAD\n');
  await until(() => closed.length === 2);
  assert.deepEqual(closed, ['broken', 'broken']);
});

test('an event of another process is not taken for lost while the log cannot be read', async (t) => {
  const store = await openStore(3);
  t.after(() => store.close());
  let isDown = false;
  const log: typeof store.log = {
    ...store.log,
    async events(...asked) {
      if (isDown) throw new StorageBusyError('the database is not available');
      return store.log.events(...asked);
    },
    // The notification of the commit has not arrived yet.
    watch: () => () => {},
  };
  const opened: string[] = [];
  const ask = startHub(t, log, { opened: (reanudacion) => opened.push(reanudacion) });
  (await ask())?.open(socket(), 'HEAD\n');
  await accept(store, [comando.crear()]);
  const [newest] = await store.log.events(RESTAURANTE_ID, 3, 1);
  assert.ok(newest);
  isDown = true;
  await assert.rejects(ask(newest.id), StorageBusyError);
  isDown = false;
  (await ask(newest.id))?.open(socket(), 'HEAD\n');
  assert.deepEqual(opened, ['nueva', 'continuada']);
});

const hints = { 'any log may have moved': false, 'our own commit, with its event': true };
for (const [hint, isOwn] of Object.entries(hints))
  test(`a stream ends when a standby that lacked its last events has come further than it (${hint})`, async (t) => {
    const folders = [makeFolder(), makeFolder()] as const;
    await (await openStore(3, folders[0])).close();
    cpSync(...folders, { recursive: true });
    const [primary, standby] = [await openStore(2, folders[0]), await openStore(3, folders[1])];
    t.after(() => Promise.all([primary.close(), standby.close()]));
    let server = primary;
    const { log, tell } = followLog(() => server);
    const epoch = () => (server === primary ? 0 : 1);
    const ends: (CloseReason | 'delivered')[] = [];
    const ask = startHub(
      t,
      { ...log, epoch },
      { closed: (reason) => ends.push(reason), delivered: () => ends.push('delivered') },
    );
    (await ask())?.open(socket(), 'HEAD\n');
    server = standby;
    if (isOwn) tell(RESTAURANTE_ID, await standby.log.events(RESTAURANTE_ID, 5, 1));
    else tell(null);
    await until(() => ends.length > 0);
    assert.deepEqual(ends, ['broken']);
  });

test('a stream that is opened while another log is found behind it follows that log', async (t) => {
  const [primary, standby] = [await openStore(5), await openStore(3)];
  t.after(() => Promise.all([primary.close(), standby.close()]));
  let server = primary;
  const waiting: PromiseWithResolvers<void>[] = [];
  const { log, tell } = followLog(() => server);
  const events: typeof log.events = async (...asked) => {
    if (server === standby && waiting.length < 2) {
      const turn = Promise.withResolvers<void>();
      waiting.push(turn);
      await turn.promise;
    }
    return log.events(...asked);
  };
  const seen: string[] = [];
  const ask = startHub(
    t,
    { ...log, events },
    { closed: () => seen.push('closed'), delivered: () => seen.push('delivered') },
  );
  const first = socket();
  (await ask())?.open(first, 'HEAD\n');
  server = standby;
  tell(null);
  await until(() => waiting.length === 1);
  first.destroy();
  await until(() => seen.length === 1);
  const asked = ask();
  await until(() => waiting.length === 2);
  waiting[0]?.resolve();
  await nextTurn();
  waiting[1]?.resolve();
  (await asked)?.open(socket(), 'HEAD\n');
  await accept(standby, [comando.crear()]);
  tell(RESTAURANTE_ID);
  await until(() => seen.length === 2);
  assert.deepEqual(seen, ['closed', 'delivered']);
});
