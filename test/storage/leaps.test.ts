import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeMetrics } from '../../src/http/metrics/metrics.ts';
import { makeLog } from '../../src/platform/log.ts';
import { makeAging } from '../../src/storage/clientes/aging.ts';
import { makeRetention } from '../../src/storage/eventos/retention.ts';
import { makeTestClock, type TestClock } from '../support/clock.ts';
import { sampleCuenta } from '../support/samples.ts';

const HALF_HOUR_MS = 30 * 60_000;
const YEAR_MS = 365 * 24 * 3_600_000;
const log = makeLog('silent');

type Chore = { start(): void; stop(): Promise<void> };
type Run = (clock: TestClock, prune: () => Promise<number>, onFailed?: () => void) => Chore;

const CHORES = {
  'old events': (clock: TestClock, prune: () => Promise<number>, onFailed = () => {}) => {
    const entregas = { prune, pullIn: async () => {} };
    const cuentas = { list: async () => [] };
    const store = { log: { prune }, cuentas, webhooks: { entregas } };
    return makeRetention({ store, clock, log, days: 30, onFailed });
  },
  'old customers': (clock: TestClock, prune: () => Promise<number>, onFailed = () => {}) => {
    const clientes = {
      index: async () => true,
      aged: async () => ({ pedidoIds: Array.from({ length: await prune() }, String) }),
    };
    const store = { cuentas: { list: async () => [sampleCuenta()] }, clientes };
    type Deps = Parameters<typeof makeAging>[0];
    return makeAging({
      store: store as unknown as Deps['store'],
      clock,
      log,
      customerDays: 30,
      auditDays: null,
      onFailed,
    });
  },
} satisfies Record<string, Run>;

const CHORE_NAMES = { 'old events': 'retention', 'old customers': 'aging' } as const;

/** Advances the clock by `ms`, and lets the chores that are due end. */
const makePass = (t: TestContext, clock: TestClock) => async (ms: number) => {
  clock.advance(ms);
  t.mock.timers.tick(ms);
  await nextTurn();
};

for (const what of ['old events', 'old customers'] as const) {
  const run: Run = CHORES[what];
  test(`${what} are deleted only by a clock that has been steady for half an hour`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const clock = makeTestClock();
    const pass = makePass(t, clock);
    let deletions = 0;
    const chore = run(clock, async () => {
      deletions += 1;
      return 0;
    });
    t.after(chore.stop);
    chore.start();
    await pass(90_000);
    assert.equal(deletions, 0, 'a machine that has just started may not know the time');
    await pass(HALF_HOUR_MS);
    assert.equal(deletions, 1);
    clock.set(clock.now() + YEAR_MS);
    await pass(HALF_HOUR_MS);
    assert.equal(deletions, 1, 'a leap');
    clock.set(clock.now() - YEAR_MS);
    await pass(HALF_HOUR_MS);
    assert.equal(deletions, 1, 'and back');
    await pass(HALF_HOUR_MS);
    assert.equal(deletions, 2);
  });

  test(`${what}: each pass that fails shows in the metrics`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const clock = makeTestClock();
    const pass = makePass(t, clock);
    const metrics = makeMetrics();
    const refuse = () => Promise.reject(new Error('no database'));
    const chore = run(clock, refuse, () => metrics.choreFailed(CHORE_NAMES[what]));
    t.after(chore.stop);
    chore.start();
    await pass(90_000);
    for (let failures = 1; failures <= 3; failures += 1) {
      await pass(HALF_HOUR_MS);
      const line = `comanda_chore_failures_total{chore="${CHORE_NAMES[what]}"} ${failures}`;
      assert.ok((await metrics.text()).split('\n').includes(line), line);
    }
  });
}
