import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Costs, EngineCosts } from '../../src/capacity/costs.ts';
import { coresFor, type Load, needsOf, ratesOf, SILENCE } from '../../src/capacity/model.ts';
import { planFor, restaurantsMax } from '../../src/capacity/plan.ts';
import { PRICES, reportFor } from '../../src/capacity/report.ts';

const cost = (service: number, database = 0) => ({ service, database });
const engine = (over: Partial<EngineCosts> = {}): EngineCosts => ({
  idle: cost(10_000),
  turn: cost(400),
  command: cost(100, 200),
  streamEvent: cost(20),
  delivery: cost(200, 100),
  page: cost(300, 300),
  samePage: cost(50),
  feed: cost(100),
  processTurn: cost(50),
  memoryMib: 300,
  disk: { order: 4_096, event: 2_048 },
  ...over,
});
const COSTS: Costs = {
  measured: { date: '2026-01-01', commit: 'abc', machine: 'two cores' },
  sqlite: engine(),
  postgres: engine(),
  streamKib: 10,
};
const load = (over: Partial<Load> = {}): Load => ({
  ...{ restaurants: 100, ordersPerDay: 40, peak: 8, pollSeconds: 10 },
  ...{ streams: 1, webhooks: 1, readers: 1, feeds: 1, eventDays: 30, years: 1 },
  ...over,
});
const kinds = (restaurants: number, over: Partial<Load> = {}) =>
  planFor(load({ restaurants, ...over }), COSTS)?.database;

describe('rates', () => {
  test('of a dinner: six commands an order, at a multiple of the mean', () => {
    const { commands, streamEvents, deliveries } = ratesOf(
      load({ restaurants: 1_000, ordersPerDay: 86.4, peak: 10, streams: 2, webhooks: 3 }),
    );
    assert.deepEqual(
      [commands, streamEvents, deliveries].map((rate) => Math.round(rate)),
      [60, 120, 180],
    );
  });

  test('pages are new where something has happened since the last look', () => {
    const looks = (ordersPerDay: number) => {
      const { pages, samePages } = ratesOf(load({ ordersPerDay }));
      assert.ok(Math.abs(pages + samePages - 10) < 1e-9);
      return pages;
    };
    assert.equal(looks(0), 0);
    assert.ok(looks(40) > 0);
    assert.ok(looks(1_000) > 4 * looks(40));
    assert.ok(looks(100_000) > 9.99);
  });
});

describe('needs', () => {
  test('cores are the sum of what each kind costs', () => {
    const rates = { ...SILENCE, streamEvents: 1_000, deliveries: 100, feeds: 50 };
    const { service, database } = coresFor(rates, engine(), 1);
    assert.equal(service, 0.01 + 0.02 + 0.02 + 0.005);
    assert.equal(database, 0.01);
  });

  test('commands that come together share a turn', () => {
    const perCommand = (commands: number) =>
      coresFor({ ...SILENCE, commands }, engine({ idle: cost(0) }), 1).service / commands;
    assert.ok(perCommand(1) > 4.9e-4);
    assert.ok(perCommand(10_000) < 1.3e-4);
  });

  test('each process hears of the turns of the others', () => {
    const of = (processes: number) =>
      coresFor({ ...SILENCE, commands: 100 }, engine({ idle: cost(0) }), processes).service;
    assert.ok(of(2) > of(1) && of(8) > of(2));
  });

  test('the disk keeps orders for years and events for days', () => {
    const of = (over: Partial<Load>) => needsOf(load(over), 'sqlite', COSTS, 1).diskGib;
    assert.equal(of({ years: 3 }).orders, 3 * of({}).orders);
    assert.equal(of({ years: 3 }).events, of({}).events);
    assert.equal(of({ eventDays: 60 }).events, 2 * of({}).events);
  });
});

describe('the plan', () => {
  test('begins with SQLite, goes on with PostgreSQL and ends with Citus', () => {
    assert.deepEqual(
      [1, 100, 10_000, 100_000].map((n) => kinds(n)),
      ['sqlite', 'sqlite', 'postgresql', 'citus'],
    );
  });

  test('the limits are those at which it changes', () => {
    const { sqlite, postgresql } = restaurantsMax(load(), COSTS);
    assert.deepEqual([kinds(sqlite), kinds(sqlite + 1)], ['sqlite', 'postgresql']);
    assert.deepEqual([kinds(postgresql), kinds(postgresql + 1)], ['postgresql', 'citus']);
  });

  test('no process is busier than half of a core', () => {
    for (const restaurants of [10, 1_000, 5_000, 20_000, 40_000]) {
      const plan = planFor(load({ restaurants }), COSTS);
      assert.ok(plan !== null && plan.cores.service <= plan.processes / 2, `${restaurants}`);
      assert.ok(plan.machine.cores >= plan.processes);
    }
  });

  test('is none where processes have too much to tell each other', () => {
    const costs = { ...COSTS, postgres: engine({ processTurn: cost(10_000) }) };
    assert.equal(planFor(load({ restaurants: 100_000 }), costs), null);
  });

  test('takes the engine and the processes that it is told', () => {
    assert.equal(planFor(load(), COSTS, { workers: 4 })?.processes, 4);
    assert.equal(planFor(load(), COSTS, { engine: 'postgres' })?.database, 'postgresql');
    assert.equal(planFor(load({ restaurants: 100_000 }), COSTS, { engine: 'sqlite' }), null);
  });
});

test('the report: the price is that of the machine, and more processes carry more', () => {
  const prices = { coreMonth: 10, memoryGibMonth: 1, diskGibMonth: 0.1 };
  const { plan, workers, next_restaurant: next } = reportFor(load(), {}, prices, COSTS);
  const { cores = 0, memory_gib = 0, disk_gib = 0 } = plan?.machine ?? {};
  const sum = cores * 10 + memory_gib + disk_gib * 0.1;
  assert.ok(Math.abs((plan?.monthly_usd ?? 0) - sum) < 0.01);
  assert.ok((next?.monthly_usd ?? 0) > 0);
  assert.deepEqual(
    workers.map(({ processes }) => processes),
    [1, 2, 4, 8, 16],
  );
  const pages = workers.map((each) => each.pages_per_second);
  assert.ok(pages.every((rate, i) => i === 0 || rate > (pages[i - 1] ?? 0)));
  assert.ok(PRICES.coreMonth > 0);
});
