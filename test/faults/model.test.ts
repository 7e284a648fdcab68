import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Arrival, Hook } from '../../faults/clients/hook.ts';
import type { Listener } from '../../faults/clients/listener.ts';
import { checkCommands } from '../../faults/model/commands.ts';
import { type Ledger, makeLedger } from '../../faults/model/ledger.ts';
import { checkHook, checkListener } from '../../faults/model/outlets.ts';
import { checkLog, checkOrders, readShown, type Shown } from '../../faults/model/restaurant.ts';
import { runScenario } from '../../faults/scenario.ts';
import { repeats } from '../../faults/scenarios/repeats.ts';
import type { Evento } from '../../src/contract/recursos/evento.ts';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';
import { comando } from '../support/samples.ts';

/** What a real service showed, and the ledger of what it had been told. */
const gather = async (): Promise<{ shown: Shown; ledger: Ledger; arrivals: Arrival[] }> => {
  const found: { shown: Shown; ledger: Ledger; arrivals: Arrival[] }[] = [];
  const { problems } = await runScenario({
    ...{ scenario: repeats, engine: 'sqlite', seed: 7, rounds: 2 },
    async inspect({ api, ledger, hooks, restaurantes: [restauranteId = ''] }) {
      const shown = await readShown(api(restauranteId), restauranteId);
      const hook = hooks.find((each) => each.restauranteId === restauranteId && !each.tipos);
      found.push({ shown, ledger, arrivals: hook?.arrivals() ?? [] });
    },
  });
  assert.deepEqual(problems, []);
  const [first] = found;
  assert.ok(first);
  return first;
};

const { shown, ledger, arrivals } = await gather();

/** The entries of the other restaurant are none of its business. */
const judge = (spoilt: Shown): string[] => {
  const { problems, traces } = checkOrders(spoilt, ledger);
  const own: Ledger = {
    ...ledger,
    entries: ledger.entries.filter(
      ({ comando: { restaurante_id } }) => restaurante_id === shown.restauranteId,
    ),
  };
  return [...checkLog(spoilt), ...problems, ...checkCommands(own, traces)];
};

const spoil = (change: (copy: Shown) => void): string[] => {
  const copy = structuredClone(shown);
  change(copy);
  return judge(copy);
};

/** An order with several steps behind it. */
const busiest = (copy: Shown): Pedido => {
  const [first] = copy.pedidos.toSorted(
    (a, b) => (copy.historiales.get(b.id)?.length ?? 0) - (copy.historiales.get(a.id)?.length ?? 0),
  );
  assert.ok(first);
  return first;
};
const eventsOf = (copy: Shown, { id }: Pedido): Evento[] =>
  copy.log.filter(({ datos }) => datos.pedido.id === id);

describe('the model', () => {
  test('has nothing to say about what is right', () => assert.deepEqual(judge(shown), []));

  test('misses an event', () => {
    assert.match(spoil((copy) => copy.log.splice(3, 1)).join(), /has sequence 5, not 4/);
  });

  test('misses a command whose every trace is gone', () => {
    const complaints = spoil((copy) => {
      const pedido = busiest(copy);
      const [before, last] = eventsOf(copy, pedido).slice(-2);
      copy.historiales.get(pedido.id)?.pop();
      copy.log = copy.log.filter(({ id }) => id !== last?.id);
      Object.assign(pedido, before?.datos.pedido);
    });
    assert.match(complaints.join('\n'), /^LOST: command \d+ \(pedido\.\w+\)$/m);
  });

  test('misses an order', () => {
    const complaints = spoil((copy) => {
      copy.pedidos = copy.pedidos.filter((each) => each !== busiest(copy));
      copy.total -= 1;
    });
    assert.match(complaints.join('\n'), /^LOST/m);
    assert.match(complaints.join('\n'), /is not listed$/m);
  });

  test('sees a half-done command: the order without its event, the event without its entry', () => {
    const ahead = spoil((copy) => {
      busiest(copy).totales.total_cents += 1;
    });
    assert.match(ahead.join('\n'), /is not what its \d+ commands made of it/);
    const behind = spoil((copy) => copy.historiales.get(busiest(copy).id)?.pop());
    assert.match(behind.join('\n'), /has \d+ entries and \d+ events/);
  });

  test('sees an event in other words, and two that changed places', () => {
    const words = spoil((copy) => {
      const [, second] = eventsOf(copy, busiest(copy));
      second?.datos.cambios.pop();
    });
    assert.match(words.join('\n'), /does not say what command \d+ did/);
    const places = spoil((copy) => {
      const [a, b] = eventsOf(copy, busiest(copy));
      if (a && b) [a.datos, b.datos] = [b.datos, a.datos];
    });
    assert.ok(places.length > 0);
  });

  test('sees a command that was carried out twice, or that nobody sent', () => {
    const twice = spoil((copy) => {
      const entries = copy.historiales.get(busiest(copy).id) ?? [];
      const [first, last] = [entries[0], entries.at(-1)];
      if (first && last) last.detalle = first.detalle;
    });
    assert.match(twice.join('\n'), /carried out twice/);
    const foreign = spoil((copy) => {
      const [first] = copy.historiales.get(busiest(copy).id) ?? [];
      if (first) first.detalle = { n: 1_000_000 };
    });
    assert.match(foreign.join('\n'), /nobody sent/);
  });

  test('sees a command before one that it followed', () => {
    const own = makeLedger();
    const traces = new Map<number, { pedidoId: string; evento: Evento }>();
    for (const secuencia of [2, 1]) {
      const order = { pedidoId: null, troubled: false };
      const entry = own.note(() => comando.crear(), order);
      const evento = { ...shown.log[0], id: `evt_${secuencia}`, secuencia } as Evento;
      const answer = { linea: 1, ok: true, pedido_id: `ped_${secuencia}`, evento_id: evento.id };
      own.answered(entry, own.sent(entry), answer);
      traces.set(entry.n, { pedidoId: answer.pedido_id, evento });
    }
    assert.match(checkCommands(own, traces).join(), /command 1 was sent after 0 was done/);
  });

  test('sees an answer that contradicts the first one', () => {
    const own = makeLedger();
    const order = { pedidoId: null, troubled: true };
    const entry = own.note(({ clave }) => comando.crear(undefined, { clave }), order);
    const answer = { linea: 1, ok: true, pedido_id: 'ped_1', evento_id: 'evt_1' };
    own.answered(entry, own.sent(entry), answer);
    own.answered(entry, own.sent(entry), { ...answer, evento_id: 'evt_2' });
    own.answered(entry, own.sent(entry), { linea: 1, ok: false, codigo: 'conflicto' });
    assert.equal(own.problems.length, 2);
  });

  test('sees what a listener missed, or heard twice', () => {
    const listener = (heard: Evento[]): Listener => ({
      ...{ name: 'uno', restauranteId: shown.restauranteId, tipos: null, problems: [] },
      ...{ from: () => 0, heard: () => heard, connections: () => 1 },
      ...{ hangUp: () => undefined, stop: async () => undefined },
    });
    const { log } = shown;
    assert.deepEqual(checkListener(listener(log), log), []);
    assert.match(checkListener(listener(log.toSpliced(5, 1)), log).join(), /1 missed/);
    assert.match(checkListener(listener([...log, log[0] as Evento]), log).join(), /1 twice/);
    assert.ok(checkListener(listener(log.toReversed()), log).length > 0);
  });

  test('sees what a webhook missed, or got in the wrong order', () => {
    const { restauranteId, log } = shown;
    const hook = (got: Arrival[]): Hook => ({
      ...{ name: 'uno', restauranteId, tipos: null, from: 0, arrivals: () => got },
    });
    const [first] = arrivals;
    assert.ok(first);
    assert.deepEqual(checkHook(hook(arrivals), log), []);
    assert.match(checkHook(hook(arrivals.slice(1)), log).join(), /^LOST: uno never got evt_/);
    assert.match(checkHook(hook([...arrivals, first]), log).join(), /as attempts 1, 1/);
    assert.deepEqual(checkHook(hook([...arrivals, { ...first, intento: 2 }]), log), []);
    assert.match(checkHook(hook(arrivals.toReversed()), log).join(), /after a later event of/);
    const unsigned = arrivals.with(0, { ...first, isSigned: false });
    assert.match(checkHook(hook(unsigned), log).join(), /badly signed/);
  });
});
