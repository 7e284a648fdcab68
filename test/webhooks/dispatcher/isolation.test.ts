import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Outcome } from '../../../src/domain/webhooks/outcome.ts';
import { StorageBusyError, StorageUncertainError } from '../../../src/storage/port/errors.ts';
import { auditEntry } from '../../storage/conformance/harness.ts';
import { claimLane, happen, makeHook, orderNames } from '../../storage/conformance/hooks.ts';
import { columns } from '../../support/columns.ts';
import { describeOnEngines } from '../../support/engines.ts';
import { NOW_MS, RESTAURANTE_ID } from '../../support/samples.ts';
import { until } from '../../support/until.ts';
import { answered, timedOut } from '../outcomes.ts';
import {
  assertInSequence,
  firstArrivals,
  makeHookedSender,
  makeSender,
  type Sender,
} from './sender.ts';

/** An endpoint that answers nothing until it is cut off. */
const hang = (signal: AbortSignal): Promise<Outcome> =>
  new Promise((resolve) => {
    const cut = () =>
      resolve({ stage: 'during', blame: 'ours', fallo: 'cierre', status: null, durationMs: 9 });
    signal.addEventListener('abort', cut, { once: true });
  });

const HANGING = Array.from({ length: 8 }, (_, i) => `wh_negro${i}`);

/** Makes webhooks whose endpoints hang, and `wh_sano`, whose endpoint answers. */
const makeHanging = async ({ store, endpoint }: Sender): Promise<void> => {
  for (const id of [...HANGING, 'wh_sano']) await makeHook(store, { id });
  endpoint.answer = ({ webhook }, signal) =>
    webhook.id === 'wh_sano' ? answered(200) : hang(signal);
};

const received = ({ endpoint }: Sender, webhookId: string): number =>
  endpoint.got.filter((each) => each.webhookId === webhookId).length;

describeOnEngines('senders', (engine) => {
  test('endpoints that hang delay nobody else, and hold few attempts', async () => {
    await using sender = await makeSender(engine, { overall: 20, unproven: 10 });
    const { store, dispatcher } = sender;
    await makeHanging(sender);
    await happen(store, ...orderNames(100));
    dispatcher.poll();
    await until(() => received(sender, 'wh_sano') === 100);
    for (const id of HANGING) assert.equal(received(sender, id), 1);
  });

  test('many lanes with a backlog share the memory limit, and all get everything', async () => {
    await using sender = await makeSender(engine, { inMemory: 10 });
    const { store, endpoint, dispatcher } = sender;
    for (let i = 0; i < 8; i += 1) await makeHook(store, { id: `wh_${i}` });
    endpoint.answer = () => answered(200);
    await happen(store, ...orderNames(40));
    dispatcher.poll();
    await until(() => endpoint.got.length === 8 * 40);
    for (let i = 0; i < 8; i += 1) assert.equal(received(sender, `wh_${i}`), 40);
  });

  test('endpoints that hang cost nothing while they do, whatever else happens', async () => {
    await using sender = await makeSender(engine);
    const { store, dispatcher } = sender;
    await makeHanging(sender);
    const stepped: string[] = [];
    const { lanes } = store.webhooks;
    const { advance } = lanes;
    lanes.advance = (restauranteId, claim, steps) => {
      stepped.push(...steps.map(({ webhookId }) => webhookId));
      return advance(restauranteId, claim, steps);
    };
    dispatcher.start();
    for (let n = 1; n <= 20; n += 1) {
      await happen(store, `p${n}`);
      await until(() => received(sender, 'wh_sano') === n);
    }
    assert.deepEqual([...new Set(stepped)], ['wh_sano']);
  });

  test('leases of endpoints that hang are renewed, all together', async () => {
    await using sender = await makeSender(engine, { renewMs: 100 });
    const { store, endpoint, dispatcher } = sender;
    for (const id of HANGING) await makeHook(store, { id });
    endpoint.answer = (_, signal) => hang(signal);
    const { lanes } = store.webhooks;
    const { renew } = lanes;
    let together = 0;
    lanes.renew = async (...args) => {
      const kept = await renew(...args);
      if (kept.length === 8) together += 1;
      return kept;
    };
    dispatcher.start();
    await happen(store, 'a');
    await until(() => together >= 2);
    assert.equal(endpoint.got.length, 8);
  });

  test('the outcome of a failure waits behind working endpoints, but not beyond a stop', async () => {
    await using sender = await makeSender(engine, { restMs: 3_600_000 }, () => 0.5);
    const { store, endpoint, dispatcher } = sender;
    await makeHook(store, { id: 'wh_roto' });
    await makeHook(store, { id: 'wh_sano' });
    endpoint.answer = ({ webhook }) => answered(webhook.id === 'wh_sano' ? 200 : 500);
    const recorded = async (webhookId: string) => {
      const query = { restauranteId: RESTAURANTE_ID, webhookId, estado: null, cursor: null };
      return (await store.webhooks.entregas.list({ ...query, limit: 100 })).entregas;
    };
    dispatcher.start();
    for (let n = 1; n <= 10; n += 1) {
      await happen(store, `p${n}`);
      await until(async () => (await recorded('wh_sano')).length === n);
    }
    assert.deepEqual(await recorded('wh_roto'), []);
    await dispatcher.stop(0);
    const [first] = (await recorded('wh_roto')).reverse();
    assert.deepEqual([first?.estado, first?.intentos, first?.status], ['pendiente', 1, 500]);
  });

  test('a stop lets attempts end, gives back unsent deliveries, and the next sender goes on', async () => {
    await using sender = await makeHookedSender(engine, { perEndpoint: 2, windowPerAttempt: 25 });
    const { store, endpoint, dispatcher } = sender;
    await happen(store, 'x');
    await sender.settle();
    const gate = Promise.withResolvers<void>();
    endpoint.answer = async () => {
      await gate.promise;
      return answered(200);
    };
    await happen(store, ...orderNames(12, 4));
    dispatcher.poll();
    await until(() => endpoint.got.length === 3);
    const stopped = dispatcher.stop(5_000);
    gate.resolve();
    await stopped;
    assert.equal(endpoint.got.length, 3);
    assert.equal(dispatcher.load().lanes, 0);
    const next = sender.another('dos', store);
    next.poll();
    await until(() => next.isAtRest());
    assert.equal(endpoint.got.length, 13);
    assert.deepEqual([...new Set(endpoint.got.map(({ intento }) => intento))], [1]);
  });

  test('an attempt that a stop cuts off is not spent', async () => {
    await using sender = await makeHookedSender(engine);
    const { store, endpoint, dispatcher } = sender;
    await happen(store, 'a', 'a');
    endpoint.answer = (_, signal) => hang(signal);
    dispatcher.poll();
    await until(() => endpoint.got.length === 1);
    await dispatcher.stop(20);
    const [entrega] = await store.webhooks.entregas.ofEvents(RESTAURANTE_ID, [1]);
    assert.deepEqual([entrega?.estado, entrega?.intentos], ['pendiente', 1]);
    endpoint.answer = () => answered(200);
    const next = sender.another('dos', store);
    next.poll();
    await until(() => next.isAtRest());
    assert.deepEqual(columns(endpoint.got, 'secuencia', 'intento'), [
      [1, 1],
      [1, 2],
      [2, 1],
    ]);
    assert.equal(sender.verdicts.includes('failure'), false);
  });

  test('a database that fails for a while loses nothing; a lost commit is found again', async () => {
    await using sender = await makeSender(engine, {
      leaseMs: 200,
      attemptMsMax: 50,
      leaseMarginMs: 10,
      renewMs: 40,
    });
    const { store, endpoint } = sender;
    await makeHook(store);
    const { lanes } = store.webhooks;
    const real = lanes.advance;
    let calls = 0;
    lanes.advance = async (...args) => {
      calls += 1;
      if (calls % 5 === 2) throw new StorageBusyError('not now');
      const answer = await real(...args);
      if (calls % 5 === 4) throw new StorageUncertainError('who knows');
      return answer;
    };
    await happen(store, ...orderNames(60, 20));
    await sender.settleAll();
    const arrivals = firstArrivals(endpoint.got);
    assert.equal(arrivals.size, 20);
    for (const sequences of arrivals.values()) assert.equal(sequences.length, 3);
  });
});

test('lanes whose claim lost its answer are claimed again at once, not when the lease expires', async () => {
  // A lease that is too long to wait for.
  await using sender = await makeHookedSender('PostgreSQL', { leaseMs: 3_600_000 });
  const { store, endpoint } = sender;
  const { lanes } = store.webhooks;
  const { claim, advance } = lanes;
  let lost = 0;
  const lose = <A extends unknown[], T>(real: (...args: A) => Promise<T>) => {
    let calls = 0;
    return async (...args: A): Promise<T> => {
      const answer = await real(...args);
      calls += 1;
      if (calls % 3 !== 1) return answer;
      lost += 1;
      throw new StorageUncertainError('who knows');
    };
  };
  lanes.claim = lose(claim);
  lanes.advance = lose(advance);
  await happen(store, ...orderNames(40, 10));
  await sender.settleAll();
  assert.ok(lost >= 2, `${lost} answers lost`);
  for (const sequences of firstArrivals(endpoint.got).values()) assert.equal(sequences.length, 4);
});

test('a lane that is leased to this sender but not in memory is found after the database has failed', async () => {
  const leaseMs = 3_600_000;
  await using sender = await makeHookedSender('PostgreSQL', { leaseMs });
  const { store, endpoint } = sender;
  await happen(store, 'a', 'b');
  // After a failover that has undone a release: this sender has the lease, but no lane in memory.
  await claimLane(store, { owner: 'uno', leaseMs });
  await sender.settle();
  assert.equal(endpoint.got.length, 0);
  const { lanes } = store.webhooks;
  const { due } = lanes;
  lanes.due = () => {
    lanes.due = due;
    return Promise.reject(new StorageBusyError('not now'));
  };
  await sender.settleAll();
  assert.deepEqual(endpoint.got.map(({ secuencia }) => secuencia).sort(), [1, 2]);
});

/** Decisions of the dispatcher that do not depend on the engine. */
describe('senders', () => {
  test('bounds hold: overall, per restaurant, per endpoint', async () => {
    const counts = async (limits: Parameters<typeof makeSender>[1]): Promise<number> => {
      await using sender = await makeHookedSender('SQLite', limits);
      const { store, endpoint } = sender;
      await makeHook(store, { id: 'wh_dos' });
      endpoint.answer = () => wait(2, answered(200));
      await happen(store, ...orderNames(60));
      await sender.settle();
      assert.equal(endpoint.got.length, 120);
      return endpoint.peak;
    };
    assert.ok((await counts({ overall: 3 })) <= 3);
    assert.ok((await counts({ perRestaurant: 2 })) <= 2);
    assert.ok((await counts({ perEndpoint: 2 })) <= 4);
  });

  test('an outage of the database is logged when it begins and when it is over', async () => {
    await using sender = await makeHookedSender('SQLite');
    const { store, endpoint, lines } = sender;
    const { lanes } = store.webhooks;
    const { due, claim } = lanes;
    const settleTimes = async (times: number) => {
      for (let n = 0; n < times; n += 1) await sender.settle();
    };
    await happen(store, 'a');
    lanes.due = () => Promise.reject(new StorageBusyError('not now'));
    lanes.claim = () => Promise.reject(new StorageBusyError('not now'));
    await settleTimes(3);
    assert.deepEqual(lines, ['could not claim lanes of webhooks']);
    // Like a full disk: the database can be read, but not written.
    lanes.due = due;
    await settleTimes(3);
    assert.equal(lines.length, 1);
    lanes.claim = claim;
    await settleTimes(3);
    assert.equal(endpoint.got.length, 1);
    assert.deepEqual(lines.slice(1), ['the database serves webhooks again']);
  });

  test('retries do not starve first attempts', async () => {
    await using sender = await makeHookedSender('SQLite', { perEndpoint: 1, windowPerAttempt: 8 });
    const { store, endpoint } = sender;
    await happen(store, 'x');
    await sender.settle();
    // Every other attempt fails, so that the circuit breaker stays closed.
    endpoint.answer = ({ body }) =>
      answered(/"id":"ped_m\d/.test(Buffer.from(body).toString()) ? 500 : 200);
    const names = Array.from({ length: 40 }, (_, i) => [`m${i}`, `b${i}`]).flat();
    await happen(store, ...names);
    await sender.settle();
    const before = endpoint.got.length;
    await happen(store, 'n1', 'n2', 'n3', 'n4');
    await sender.settleAt(NOW_MS + 5_000);
    const later = endpoint.got.slice(before).map(({ pedidoId }) => pedidoId);
    const lastNew = later.findLastIndex((id) => id.startsWith('ped_n'));
    assert.ok(lastNew >= 3 && lastNew < 20, `${lastNew} of ${later.length}`);
  });

  test('re-sends wait for live traffic, and keep to their own rate', async () => {
    await using sender = await makeHookedSender('SQLite', { perEndpoint: 1, resends: 1 });
    const { store, endpoint } = sender;
    await happen(store, ...orderNames(10));
    await sender.settle();
    const request = { id: 'rnv_1', restauranteId: RESTAURANTE_ID, webhookId: 'wh_uno' };
    await store.webhooks.reenvios.create(
      { ...request, creadoMs: NOW_MS },
      { desdeMs: 0 },
      auditEntry(),
    );
    await happen(store, ...Array.from({ length: 20 }, (_, i) => `q${i}`));
    await sender.settle();
    const order = endpoint.got.slice(10).map(({ intento }) => intento);
    assert.equal(order.filter((intento) => intento === 2).length, 10);
    assert.equal(order.lastIndexOf(1), 19, 'live traffic first');
    const [done] = await store.webhooks.reenvios.list(RESTAURANTE_ID, 'wh_uno', 1);
    assert.deepEqual([done?.completo, done?.entregadas], [true, 10]);
  });

  test('an endpoint that comes back gets its backlog at a capped rate', async () => {
    await using sender = await makeHookedSender('SQLite', { catchUpPerSecond: 100 });
    const { store, endpoint } = sender;
    endpoint.answer = () => timedOut();
    await happen(store, ...orderNames(70));
    await sender.settle();
    endpoint.answer = () => answered(200);
    const startedMs = performance.now();
    await sender.settleAt(NOW_MS + 3_600_000);
    const seconds = (performance.now() - startedMs) / 1_000;
    assert.equal(await sender.owed(), 0);
    // About 60 deliveries are not begun yet, and 10 are free of the cap: without the cap this would take no time at
    // all.
    assert.ok(seconds >= 0.4, `${seconds} s`);
    assert.equal(firstArrivals(endpoint.got).size, 70);
  });
});

test('several senders on one PostgreSQL share the work, and none does it twice', async () => {
  await using sender = await makeSender('PostgreSQL');
  const { store, bench, endpoint, dispatcher } = sender;
  const second = sender.another('dos', await bench.another());
  for (let i = 0; i < 6; i += 1) await makeHook(store, { id: `wh_${i}` });
  endpoint.answer = () => wait(1, answered(200));
  dispatcher.start();
  second.start();
  for (let i = 0; i < 10; i += 1) await happen(store, `p${i}`, `p${i}`, `p${i}`);
  await until(async () => (await sender.owed()) === 0);
  await until(() => dispatcher.isAtRest() && second.isAtRest());
  assert.equal(endpoint.got.length, 180);
  assert.equal(new Set(endpoint.got.map(({ webhookId, id }) => `${webhookId} ${id}`)).size, 180);
  assertInSequence(endpoint.got);
});
