import { setTimeout as wait } from 'node:timers/promises';
import type { Rig } from '../rig/rig.ts';
import { checkCommands } from './commands.ts';
import { checkFigures } from './figures.ts';
import {
  checkLog,
  checkOrders,
  type RestaurantView,
  readRestaurant,
  type Trace,
} from './restaurant.ts';
import { outcomeOf } from './sent-commands.ts';
import { checkHook, checkListener, owed } from './subscribers.ts';

/** Leases of a dead sender last half a minute, and retries follow after 5 and 30 seconds more. */
const DELIVERED_MS_MAX = 150_000;
const RECEIVED_MS_MAX = 60_000;
const LOOK_MS = 50;

/** Compares everything that the API shows with the commands that were sent; gives the differences. */
export const verify = async (rig: Rig): Promise<string[]> => {
  const { processes, sent, restaurantes } = rig;
  await processes.startAll();
  const problems = [...processes.problems, ...sent.problems];
  const traces = new Map<number, Trace>();
  for (const restauranteId of restaurantes) {
    const api = rig.api(restauranteId);
    const view = await readRestaurant(api, restauranteId);
    const orders = checkOrders(view, sent);
    for (const [n, trace] of orders.traces) traces.set(n, trace);
    problems.push(...checkLog(view), ...orders.problems);
    problems.push(...(await checkFigures(api, view.pedidos)));
    problems.push(...(await checkSubscribers(rig, view)));
    rig.count('orders', view.pedidos.length);
    rig.count('events', view.log.length);
  }
  problems.push(...checkCommands(sent, traces));
  tally(rig, traces);
  return [...problems, ...processes.problems.filter((each) => !problems.includes(each))];
};

/** Subscribers get the time to catch up; an event that has not come by then is lost. */
const checkSubscribers = async (
  rig: Rig,
  { restauranteId, log }: RestaurantView,
): Promise<string[]> => {
  const listeners = rig.listeners.filter((each) => each.restauranteId === restauranteId);
  const hooks = rig.hooks.filter((each) => each.restauranteId === restauranteId);
  await within(RECEIVED_MS_MAX, () =>
    listeners.every(
      (each) => each.received().length >= owed(log, each.from() ?? 0, each.tipos).length,
    ),
  );
  await within(DELIVERED_MS_MAX, () =>
    hooks.every((each) => {
      const got = new Set(each.arrivals().map(({ id }) => id));
      return owed(log, each.from, each.tipos).every(({ id }) => got.has(id));
    }),
  );
  for (const each of listeners) {
    rig.count('received', each.received().length);
    rig.count('connections', each.connections());
  }
  for (const each of hooks) {
    const arrivals = each.arrivals();
    rig.count('deliveries', arrivals.length);
    rig.count('duplicates', arrivals.length - new Set(arrivals.map(({ id }) => id)).size);
  }
  return [
    ...listeners.flatMap((each) => checkListener(each, log)),
    ...hooks.flatMap((each) => checkHook(each, log, rig.databaseCrashes)),
  ];
};

const within = async (ms: number, isDone: () => boolean): Promise<void> => {
  const untilMs = performance.now() + ms;
  while (!isDone() && performance.now() < untilMs) await wait(LOOK_MS);
};

const tally = ({ sent, processes, count, listeners, hooks }: Rig, traces: Map<number, Trace>) => {
  const { all } = sent;
  const unknown = all.filter((command) => outcomeOf(command) === 'unknown');
  count('commands', all.length);
  count(
    'sent',
    all.reduce((sum, { attempts }) => sum + attempts.length, 0),
  );
  count('acknowledged', sent.acknowledged());
  count('refused', all.filter((command) => outcomeOf(command) === 'refused').length);
  count('unknown', unknown.length);
  count('unknown and there', unknown.filter(({ n }) => traces.has(n)).length);
  count('kills', processes.counts.kills);
  count('starts', processes.counts.starts);
  count('streams', listeners.length);
  count('webhooks', hooks.length);
};
