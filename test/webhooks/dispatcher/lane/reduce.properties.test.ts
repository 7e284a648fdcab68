import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Outcome } from '../../../../src/domain/webhooks/outcome.ts';
import { forEvery, weighted } from '../../../support/values/properties.ts';
import { answered, noDns, stale } from '../../outcomes.ts';
import { makeLaneWorld } from './world.ts';

type World = ReturnType<typeof makeLaneWorld>;

const OUTCOMES: Record<string, Outcome> = {
  ok: answered(200),
  failed: answered(500),
  paused: answered(503, '7'),
  gone: answered(410),
  cut: { stage: 'during', blame: 'theirs', fallo: 'corte', status: null, durationMs: 1 },
  ours: noDns,
  stale,
  staleUnsent: {
    stage: 'before',
    blame: 'theirs',
    fallo: 'conexion',
    isStale: true,
    durationMs: 1,
  },
};

type Action = readonly [name: string, act: (world: World) => void];
const action = (name: string, act: (world: World) => void): Action => [name, act];

const events = fc.oneof(
  fc.nat({ max: 3 }).map((order) => action(`happen ${order}`, (world) => world.happen(order))),
  fc.constant(action('logMoved', (world) => world.tell({ kind: 'logMoved', head: null }))),
  fc
    .nat({ max: 20 })
    .map((desde) => action(`resend ${desde}`, ({ database }) => database.resendFrom(desde))),
  fc
    .constantFrom(10, 100, 1_000, 6_000, 40_000, 3_600_000)
    .map((ms) => action(`wait ${ms}`, ({ database }) => database.wait(ms))),
);
const attempts = fc
  .tuple(
    fc.nat({ max: 5 }),
    fc.constantFrom('ok', 'ok', 'ok', 'ok', ...Object.keys(OUTCOMES)),
    fc.double({ min: 0, max: 0.99, noNaN: true }),
  )
  .map(([which, name, random]) =>
    action(`end ${which} ${name}`, (world) => {
      world.endAttempt(which, OUTCOMES[name] ?? answered(200), random);
    }),
  );
const writes = fc
  .constantFrom('stored', 'stored', 'stored', 'stored', 'refused', 'silentBefore', 'silentAfter')
  .map((how) => action(how, (world) => world.answer(how as Parameters<World['answer']>[0])));
const renewals = fc.constantFrom(true, false, null).map((isOurs) =>
  action(`renewed ${isOurs}`, (world) => {
    if (world.lane()?.isBusy !== false) return;
    world.tell({ kind: 'renewing' });
    world.tell({ kind: 'renewed', isOurs, sentMonotonicMs: world.database.now() });
  }),
);
const toAll = (kind: 'turn' | 'flush'): Action =>
  action(kind, (world) => {
    world.tell({ kind });
    world.tellLost({ kind });
  });
const turn = toAll('turn');
const flush = toAll('flush');
const claim = action('claim', (world) => world.claim());

const actions = fc.array(
  weighted(
    [6, events],
    [6, fc.constant(turn)],
    [6, attempts],
    [4, fc.constant(flush)],
    [4, writes],
    [3, fc.constant(claim)],
    [1, renewals],
    [1, fc.constant(action('stop', (world) => world.tell({ kind: 'stop' })))],
  ),
  { maxLength: 150, size: 'max' },
);

const run = (given: readonly Action[]): World => {
  const world = makeLaneWorld();
  for (const [, act] of given) act(world);
  return world;
};

/** Ends all attempts in flight with success, and stores the outcomes. */
const settleAll = (world: World): void => {
  for (let i = 0; world.flights() > 0 && i < 100; i += 1) world.endAttempt(0, answered(200), 0);
  // Answers a step that is under way, and waits out the rest after a failure.
  world.answer('stored');
  world.database.wait(1_000);
  world.tell({ kind: 'flush' });
  world.answer('stored');
};

/** The world checks its invariants after each event: window, order, conservation, no effect after a loss. */
describe('what a dispatcher decides for a lane', () => {
  test('holds its invariants whatever happens, and a stop gives everything back', () => {
    forEvery(500, actions, (given) => {
      const world = run(given);
      world.tell({ kind: 'stop' });
      for (let i = 0; world.lane() !== null && i < 100; i += 1) settleAll(world);
      assert.equal(world.lane(), null, 'never given back');
    });
  });

  test('delivers everything in the end to an endpoint that works', () => {
    forEvery(200, actions, (given) => {
      const world = run(given);
      const { database } = world;
      const isOwed = () => {
        const { log, rows } = database.state();
        const ended = [...rows.values()].filter(({ estado }) => estado !== 'pendiente');
        return ended.length < log.length;
      };
      for (let i = 0; isOwed() && i < 3_000; i += 1) {
        world.claim();
        settleAll(world);
        world.tell({ kind: 'turn' });
        settleAll(world);
        database.wait(60_000);
      }
      assert.equal(isOwed(), false, 'never delivered');
    });
  });

  test('gives the same effects for the same events', () => {
    forEvery(50, actions, (given) => {
      assert.deepEqual(run(given).effects, run(given).effects);
    });
  });
});
