import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '../../../src/storage/port/store.ts';
import { happen, makeHook } from '../../storage/conformance/hooks.ts';
import { makeFolder } from '../../support/machine/folder.ts';
import { createMigratedDatabase } from '../../support/postgres/databases.ts';
import { sampleRestaurante, seededRandomBytes } from '../../support/samples.ts';
import { ENGINES, type EngineName, openTestStore } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { type Arrival, ended, killed, startReceiver, startSender } from './killed.ts';
import { assertInSequence } from './sender.ts';

const SEED = 20_261_115;

const openBench = async (engine: EngineName) => {
  const database = engine === 'PostgreSQL' ? await createMigratedDatabase() : null;
  const dataDir = makeFolder();
  const databaseUrl = database?.url ?? '';
  const store = await openTestStore({ databaseUrl: database?.url ?? null, dataDir });
  await store.cuentas.save(sampleRestaurante(), { ingesta: true });
  const receiver = await startReceiver();
  return {
    store,
    receiver,
    start: () => startSender(databaseUrl, dataDir),
    async [Symbol.asyncDispose]() {
      await receiver.close();
      await store.close();
      await database?.drop();
    },
  };
};

const owesNothing = async (store: Store): Promise<boolean> =>
  (await store.webhooks.entregas.owed()).entregas === 0;

const orderNames = (count: number, orders: number): string[] =>
  Array.from({ length: count }, (_, i) => `p${i % orders}`);

/** Every delivery arrived, in the sequence of its order, and each repetition with a higher number. */
const assertWhole = (arrivals: readonly Arrival[], deliveries: number): void => {
  const attempts = Map.groupBy(arrivals, ({ webhookId, id }) => `${webhookId} ${id}`);
  assert.equal(attempts.size, deliveries);
  for (const each of attempts.values()) {
    const numbers = each.map(({ intento }) => intento);
    assert.deepEqual(
      numbers,
      [...new Set(numbers)].sort((a, b) => a - b),
    );
  }
  assertInSequence(arrivals);
};

for (const engine of ENGINES) {
  test(`killed again and again between sending and writing down, on ${engine}: nothing is lost`, async (t) => {
    await using bench = await openBench(engine);
    const { store, receiver } = bench;
    const kills = 6;
    await makeHook(store, { url: receiver.url });
    await happen(store, ...orderNames(60, 12));
    const chance = seededRandomBytes(SEED);
    for (let round = 0; round < kills; round += 1) {
      const [steps = 0, mode = 0] = chance(2);
      const at = receiver.arrivals.length + 1 + (steps % 9);
      const child = bench.start();
      const reached = Promise.withResolvers<void>();
      receiver.state.onArrival = (_, count) => {
        if (count < at) return { answer: true };
        const kill = () => {
          child.kill('SIGKILL');
          reached.resolve();
        };
        return mode % 2 === 0 ? { answer: false, after: kill } : { answer: true, after: kill };
      };
      await happen(store, ...orderNames(5, 12));
      await reached.promise;
      await killed(child);
    }
    receiver.state.onArrival = () => ({ answer: true });
    const last = bench.start();
    await until(() => owesNothing(store));
    await ended(last);
    const deliveries = 60 + kills * 5;
    assertWhole(receiver.arrivals, deliveries);
    const duplicates = receiver.arrivals.length - deliveries;
    t.diagnostic(`${kills} kills, ${deliveries} deliveries, ${duplicates} duplicates`);
    assert.ok(duplicates <= kills * 20, `${duplicates} duplicates`);
  });
}

test('two senders on one PostgreSQL, one killed: its lanes are taken over, and never two at once', async () => {
  await using bench = await openBench('PostgreSQL');
  const { store, receiver } = bench;
  for (let i = 0; i < 6; i += 1) await makeHook(store, { id: `wh_${i}`, url: receiver.url });
  receiver.state.delayMs = 3;
  const children = [bench.start(), bench.start()];
  await happen(store, ...orderNames(200, 20));
  await until(() => receiver.arrivals.length > 20);
  // Kill the process that holds the lanes now.
  const holder = receiver.arrivals.at(-1)?.pid;
  const victim = children.find(({ pid }) => pid === holder);
  const survivor = children.find(({ pid }) => pid !== holder);
  assert.ok(victim && survivor);
  await killed(victim);
  await until(() => owesNothing(store));
  await ended(survivor);
  assertWhole(receiver.arrivals, 200 * 6);
  assert.ok(receiver.arrivals.some(({ pid }) => pid === survivor.pid));
  assert.deepEqual(receiver.twice, []);
});
