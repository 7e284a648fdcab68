import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Arrival, Hook } from '../../faults/clients/hook.ts';
import type { Listener } from '../../faults/clients/listener.ts';
import { checkCommands } from '../../faults/model/commands.ts';
import {
  checkLog,
  checkOrders,
  type RestaurantView,
  readRestaurant,
} from '../../faults/model/restaurant.ts';
import { makeSentCommands, type SentCommands } from '../../faults/model/sent-commands.ts';
import { checkHook, checkListener, owed } from '../../faults/model/subscribers.ts';
import { runScenario, splitRounds } from '../../faults/scenario.ts';
import { kill } from '../../faults/scenarios/kill.ts';
import { repeats } from '../../faults/scenarios/repeats.ts';
import { compareWindows, grown, tableOf } from '../../faults/soak/judge.ts';
import type { Window } from '../../faults/soak/measure.ts';
import type { Evento } from '../../src/contract/recursos/evento.ts';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';
import { comando } from '../support/samples.ts';

/** The view of a real service, and the commands that were sent to it. */
const runService = async (): Promise<{
  view: RestaurantView;
  sent: SentCommands;
  arrivals: Arrival[];
}> => {
  const found: { view: RestaurantView; sent: SentCommands; arrivals: Arrival[] }[] = [];
  const { problems } = await runScenario({
    scenario: repeats,
    engine: 'sqlite',
    seed: 7,
    rounds: 2,
    async inspect({ api, sent, hooks, restaurantes: [restauranteId = ''] }) {
      const view = await readRestaurant(api(restauranteId), restauranteId);
      const hook = hooks.find((each) => each.restauranteId === restauranteId && !each.tipos);
      found.push({ view, sent, arrivals: hook?.arrivals() ?? [] });
    },
  });
  assert.deepEqual(problems, []);
  const [first] = found;
  assert.ok(first);
  return first;
};

const { view, sent, arrivals } = await runService();

/** Checks one restaurant against its own commands. */
const check = (changed: RestaurantView): string[] => {
  const { problems, traces } = checkOrders(changed, sent);
  const own: SentCommands = {
    ...sent,
    all: sent.all.filter(
      ({ comando: { restaurante_id } }) => restaurante_id === view.restauranteId,
    ),
  };
  return [...checkLog(changed), ...problems, ...checkCommands(own, traces)];
};

const checkChanged = (change: (copy: RestaurantView) => void): string[] => {
  const copy = structuredClone(view);
  change(copy);
  return check(copy);
};

/** The order with the longest history. */
const busiest = (copy: RestaurantView): Pedido => {
  const [first] = copy.pedidos.toSorted(
    (a, b) => (copy.historiales.get(b.id)?.length ?? 0) - (copy.historiales.get(a.id)?.length ?? 0),
  );
  assert.ok(first);
  return first;
};
const eventsOf = (copy: RestaurantView, { id }: Pedido): Evento[] =>
  copy.log.filter(({ datos }) => datos.pedido.id === id);

describe('the model', () => {
  test('accepts a correct service', () => assert.deepEqual(check(view), []));

  test('misses an event', () => {
    assert.match(checkChanged((copy) => copy.log.splice(3, 1)).join(), /has sequence 5, not 4/);
  });

  test('misses a command without any trace', () => {
    const problems = checkChanged((copy) => {
      const pedido = busiest(copy);
      const [before, last] = eventsOf(copy, pedido).slice(-2);
      copy.historiales.get(pedido.id)?.pop();
      copy.log = copy.log.filter(({ id }) => id !== last?.id);
      Object.assign(pedido, before?.datos.pedido);
    });
    assert.match(problems.join('\n'), /^LOST: command \d+ \(pedido\.\w+\)$/m);
  });

  test('misses an order', () => {
    const problems = checkChanged((copy) => {
      copy.pedidos = copy.pedidos.filter((each) => each !== busiest(copy));
      copy.total -= 1;
    });
    assert.match(problems.join('\n'), /^LOST/m);
    assert.match(problems.join('\n'), /is not listed$/m);
  });

  test('sees a half-done command: an order without its event, an event without its entry', () => {
    const ahead = checkChanged((copy) => {
      busiest(copy).totales.total_cents += 1;
    });
    assert.match(ahead.join('\n'), /is not what its \d+ commands made of it/);
    const behind = checkChanged((copy) => copy.historiales.get(busiest(copy).id)?.pop());
    assert.match(behind.join('\n'), /has \d+ entries and \d+ events/);
  });

  test('sees a changed event, and two that changed places', () => {
    const words = checkChanged((copy) => {
      const [, second] = eventsOf(copy, busiest(copy));
      second?.datos.cambios.pop();
    });
    assert.match(words.join('\n'), /does not say what command \d+ did/);
    const swapped = checkChanged((copy) => {
      const [a, b] = eventsOf(copy, busiest(copy));
      if (a && b) [a.datos, b.datos] = [b.datos, a.datos];
    });
    assert.ok(swapped.length > 0);
  });

  test('sees a command that was carried out twice, or that nobody sent', () => {
    const twice = checkChanged((copy) => {
      const entries = copy.historiales.get(busiest(copy).id) ?? [];
      const [first, last] = [entries[0], entries.at(-1)];
      if (first && last) last.detalle = first.detalle;
    });
    assert.match(twice.join('\n'), /carried out twice/);
    const foreign = checkChanged((copy) => {
      const [first] = copy.historiales.get(busiest(copy).id) ?? [];
      if (first) first.detalle = { n: 1_000_000 };
    });
    assert.match(foreign.join('\n'), /nobody sent/);
  });

  test('sees a command before one that it followed', () => {
    const own = makeSentCommands();
    const traces = new Map<number, { pedidoId: string; evento: Evento }>();
    for (const secuencia of [2, 1]) {
      const order = { pedidoId: null, troubled: false };
      const command = own.add(() => comando.crear(), order);
      const evento = { ...view.log[0], id: `evt_${secuencia}`, secuencia } as Evento;
      const answer = { linea: 1, ok: true, pedido_id: `ped_${secuencia}`, evento_id: evento.id };
      own.answered(command, own.attempt(command), answer);
      traces.set(command.n, { pedidoId: answer.pedido_id, evento });
    }
    assert.match(checkCommands(own, traces).join(), /command 1 was sent after 0 was done/);
  });

  test('sees an answer that contradicts the first one', () => {
    const own = makeSentCommands();
    const order = { pedidoId: null, troubled: true };
    const command = own.add(({ clave }) => comando.crear(undefined, { clave }), order);
    const answer = { linea: 1, ok: true, pedido_id: 'ped_1', evento_id: 'evt_1' };
    own.answered(command, own.attempt(command), answer);
    own.answered(command, own.attempt(command), { ...answer, evento_id: 'evt_2' });
    own.answered(command, own.attempt(command), { linea: 1, ok: false, codigo: 'conflicto' });
    assert.equal(own.problems.length, 2);
  });

  test('sees what a listener missed, or received twice', () => {
    const listener = (received: Evento[]): Listener => ({
      name: 'uno',
      restauranteId: view.restauranteId,
      tipos: null,
      problems: [],
      from: () => 0,
      received: () => received,
      connections: () => 1,
      stop: async () => undefined,
    });
    const log = owed(view.log, 0, null);
    assert.deepEqual(checkListener(listener(log), view.log), []);
    assert.match(checkListener(listener(log.toSpliced(5, 1)), log).join(), /1 missed/);
    assert.match(checkListener(listener([...log, log[0] as Evento]), log).join(), /1 twice/);
    assert.ok(checkListener(listener(log.toReversed()), log).length > 0);
  });

  test('sees what a webhook missed, or got in the wrong order', () => {
    const { restauranteId, log } = view;
    const hook = (got: Arrival[]): Hook => ({
      name: 'uno',
      restauranteId,
      tipos: null,
      from: 0,
      arrivals: () => got,
    });
    const [first] = arrivals;
    assert.ok(first);
    assert.deepEqual(checkHook(hook(arrivals), log), []);
    assert.match(checkHook(hook(arrivals.slice(1)), log).join(), /^LOST: uno never got evt_/);
    assert.match(checkHook(hook([...arrivals, first]), log).join(), /as attempts 1, 1/);
    assert.deepEqual(checkHook(hook([...arrivals, first]), log, true), []);
    assert.deepEqual(checkHook(hook([...arrivals, { ...first, intento: 2 }]), log), []);
    assert.match(checkHook(hook(arrivals.toReversed()), log).join(), /after a later event of/);
    const unsigned = arrivals.with(0, { ...first, isSigned: false });
    assert.match(checkHook(hook(unsigned), log).join(), /badly signed/);
    const overlapping = arrivals.with(0, { ...first, overlaps: true });
    assert.match(checkHook(hook(overlapping), log).join(), /at once/);
  });
});

describe('a soak', () => {
  const times = { commands: 10, pages: 5, exports: 40, yardstick: 1 };
  const early: Window = {
    memoryMib: 200,
    openFiles: 90,
    sockets: 60,
    sessions: 12,
    processorMs: 10,
    databaseMib: 20,
    rows: { eventos: 10_000, conteos: 5_000, rate_windows: 200 },
    p50Ms: times,
    p99Ms: { commands: 60, pages: 50, exports: 90, yardstick: 2 },
  };
  const grownIn = (late: Partial<Window>): string[] =>
    grown(compareWindows(early, { ...early, ...late }));

  test('may store more for more events, and nothing else', () => {
    assert.deepEqual(grownIn({}), []);
    const twice = { eventos: 20_000, conteos: 10_000, rate_windows: 200 };
    assert.deepEqual(grownIn({ databaseMib: 40, rows: twice }), []);
    assert.match(grownIn({ databaseMib: 40 }).join(), /^database grew from 2 to 4 MiB/);
    assert.match(grownIn({ rows: { ...early.rows, conteos: 9_000 } }).join(), /^rows of conteos/);
    assert.match(
      grownIn({ rows: { ...early.rows, rate_windows: 2_000 } }).join(),
      /^rows of rate_windows/,
    );
  });

  test('sees memory, files, sessions, work and waits that grew', () => {
    assert.match(grownIn({ memoryMib: 300 }).join(), /^memory grew from 200 to 300 MiB/);
    assert.match(grownIn({ openFiles: 150 }).join(), /^open files/);
    assert.match(grownIn({ sessions: 40 }).join(), /^database sessions/);
    assert.match(grownIn({ processorMs: 20 }).join(), /^processor/);
    assert.match(grownIn({ p50Ms: { ...times, pages: 60 } }).join(), /^pages, p50/);
    // No problem where a bare server slows down as much.
    assert.deepEqual(grownIn({ p50Ms: { ...times, pages: 60, yardstick: 12 } }), []);
    const table = tableOf(compareWindows(early, { ...early, sockets: 500 }), ['a', 'b']);
    assert.match(table, /^sockets +60 +500 +≤ 76 +GREW$/m);
  });
});

test('many rounds are several runs with seeds of their own', () => {
  const runs = splitRounds({ scenario: kill, engine: 'sqlite', seed: 7, rounds: 120 });
  assert.deepEqual(
    runs.map(({ seed, rounds }) => [seed, rounds]),
    [
      [7, 50],
      [8, 50],
      [9, 20],
    ],
  );
});
