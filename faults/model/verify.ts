import { setTimeout as wait } from 'node:timers/promises';
import type { World } from '../world/world.ts';
import { checkCommands } from './commands.ts';
import { standingOf } from './ledger.ts';
import { checkHook, checkListener, owed } from './outlets.ts';
import { checkLog, checkOrders, readShown, type Shown, type Trace } from './restaurant.ts';
import { checkFigures } from './summary.ts';

/** Leases of a dead sender last half a minute, and retries follow after 5 and 30 seconds more. */
const DELIVERED_MS_MAX = 150_000;
const HEARD_MS_MAX = 60_000;
const LOOK_MS = 50;

/** Looks at everything that the service shows, and says what does not agree with what it was told. */
export const verify = async (world: World): Promise<string[]> => {
  const { places, ledger, restaurantes } = world;
  await places.startAll();
  const problems = [...places.problems, ...ledger.problems];
  const traces = new Map<number, Trace>();
  for (const restauranteId of restaurantes) {
    const api = world.api(restauranteId);
    const shown = await readShown(api, restauranteId);
    const orders = checkOrders(shown, ledger);
    for (const [n, trace] of orders.traces) traces.set(n, trace);
    problems.push(...checkLog(shown), ...orders.problems);
    problems.push(...(await checkFigures(api, shown.pedidos)));
    problems.push(...(await checkOutlets(world, shown)));
    world.count('orders', shown.pedidos.length);
    world.count('events', shown.log.length);
  }
  problems.push(...checkCommands(ledger, traces));
  tally(world, traces);
  return [...problems, ...places.problems.filter((each) => !problems.includes(each))];
};

/** Everybody gets the time to catch up; what has not come by then is lost. */
const checkOutlets = async (world: World, { restauranteId, log }: Shown): Promise<string[]> => {
  const listeners = world.listeners.filter((each) => each.restauranteId === restauranteId);
  const hooks = world.hooks.filter((each) => each.restauranteId === restauranteId);
  await within(HEARD_MS_MAX, () =>
    listeners.every(
      (each) => each.heard().length >= owed(log, each.from() ?? 0, each.tipos).length,
    ),
  );
  await within(DELIVERED_MS_MAX, () =>
    hooks.every((each) => {
      const got = new Set(each.arrivals().map(({ id }) => id));
      return owed(log, each.from, each.tipos).every(({ id }) => got.has(id));
    }),
  );
  for (const each of listeners) {
    world.count('heard', each.heard().length);
    world.count('connections', each.connections());
  }
  for (const each of hooks) {
    const arrivals = each.arrivals();
    world.count('deliveries', arrivals.length);
    world.count('duplicates', arrivals.length - new Set(arrivals.map(({ id }) => id)).size);
  }
  return [
    ...listeners.flatMap((each) => checkListener(each, log)),
    ...hooks.flatMap((each) => checkHook(each, log)),
  ];
};

const within = async (ms: number, isDone: () => boolean): Promise<void> => {
  const untilMs = performance.now() + ms;
  while (!isDone() && performance.now() < untilMs) await wait(LOOK_MS);
};

const tally = ({ ledger, places, count, listeners, hooks }: World, traces: Map<number, Trace>) => {
  const { entries } = ledger;
  const unknown = entries.filter((entry) => standingOf(entry) === 'unknown');
  count('commands', entries.length);
  count(
    'sent',
    entries.reduce((sum, { attempts }) => sum + attempts.length, 0),
  );
  count('acknowledged', entries.filter((entry) => standingOf(entry) === 'done').length);
  count('refused', entries.filter((entry) => standingOf(entry) === 'refused').length);
  count('unknown', unknown.length);
  count('unknown and there', unknown.filter(({ n }) => traces.has(n)).length);
  count('kills', places.kills);
  count('starts', places.starts);
  count('streams', listeners.length);
  count('webhooks', hooks.length);
};
