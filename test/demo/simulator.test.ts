import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Comando } from '../../src/contract/comandos.ts';
import { PLACES } from '../../src/demo/places/places.ts';
import type { DoorAnswer, Send } from '../../src/demo/private-door.ts';
import { simulate } from '../../src/demo/simulator.ts';
import { MINUTE_MS } from '../../src/domain/time.ts';
import { NOW_MS } from '../support/samples.ts';

const OK: DoorAnswer = { ok: true };

interface Sent {
  atMs: number;
  comando: Comando;
}

/** Plays for a while on a clock that only waiting advances. `answer` stands for the private door. */
const play = async (
  minutes: number,
  {
    seed = 'una',
    answer = async (comandos: readonly Comando[]) => comandos.map(() => OK),
    startMs = NOW_MS,
    clock = (nowMs) => nowMs,
  }: {
    seed?: string;
    answer?: Send;
    startMs?: number;
    clock?: (nowMs: number) => number;
  } = {},
) => {
  const stop = new AbortController();
  const sent: Sent[] = [];
  const troubles: string[] = [];
  let nowMs = startMs;
  await simulate([], {
    seed,
    places: PLACES,
    clock: { now: () => clock(nowMs) },
    wait: async (ms) => {
      assert.ok(ms > 0 && ms <= MINUTE_MS, `${ms}`);
      nowMs += ms;
      if (nowMs > startMs + minutes * MINUTE_MS) stop.abort();
    },
    send: async (comandos) => {
      const answers = await answer(comandos);
      for (const [i, comando] of comandos.entries()) {
        if (answers[i]?.ok) sent.push({ atMs: nowMs, comando });
      }
      return answers;
    },
    onTrouble: (reason) => troubles.push(reason),
    signal: stop.signal,
  });
  return { sent, troubles };
};

const idOf = (comando: Comando): string => {
  if (comando.op === 'pedido.crear') return comando.pedido.id ?? '';
  return 'pedido_id' in comando ? comando.pedido_id : '';
};

/** The states that each order went through, command by command. */
const livesOf = (sent: readonly Sent[]): Map<string, string[]> => {
  const lives = new Map<string, string[]>();
  for (const { comando } of sent) {
    const life = lives.get(idOf(comando)) ?? [];
    life.push(comando.op === 'pedido.avanzar' ? comando.estado : comando.op);
    lives.set(idOf(comando), life);
  }
  return lives;
};

const arrivals = (sent: readonly Sent[]): number[] =>
  sent
    .filter(({ comando }) => comando.op === 'pedido.crear')
    .filter(
      ({ comando }) =>
        'restaurante_id' in comando && comando.restaurante_id === PLACES[0].perfil.id,
    )
    .map(({ atMs }) => atMs);

describe('the simulator', () => {
  it('plays the same for the same seed and start', async () => {
    const [once, again, other] = await Promise.all([
      play(10),
      play(10),
      play(10, { seed: 'otra' }),
    ]);
    assert.deepEqual(again.sent, once.sent);
    assert.notDeepEqual(other.sent, once.sent);
  });

  for (const [hour, startMs] of [
    ['lunch', NOW_MS],
    ['four in the morning', NOW_MS + 14 * 60 * MINUTE_MS],
  ] as const) {
    it(`brings an order every half minute and something every few seconds, at ${hour}`, async () => {
      const { sent } = await play(60, { startMs });
      const times = arrivals(sent);
      const gaps = times.slice(1).map((atMs, i) => atMs - (times[i] ?? 0));
      assert.ok(gaps.slice(0, 3).every((gap) => gap >= 3_000 && gap <= 8_000));
      assert.ok(gaps.slice(3).every((gap) => gap >= 20_000 && gap <= 40_000));
      const pauses = sent.slice(1).map(({ atMs }, i) => atMs - (sent[i]?.atMs ?? 0));
      assert.ok(Math.max(...pauses) <= 40_000);
      assert.ok(sent.length > 600);
    });
  }

  it('takes every order to its end, in steps that one can follow', async () => {
    const { sent } = await play(60);
    const lives = [...livesOf(sent).values()].slice(0, 100);
    assert.equal(lives.length, 100);
    for (const life of lives) {
      assert.equal(life[0], 'pedido.crear');
      assert.ok(
        life.some((deed) => ['entregado', 'pedido.cancelar', 'pedido.rechazar'].includes(deed)),
        life.join(),
      );
    }
    const delivered = lives.find((life) => life.includes('en_reparto'))?.join() ?? '';
    assert.match(delivered, /confirmado.*en_preparacion.*listo.*en_reparto.*entregado/);
  });

  it('sends again what was not answered, and says so', async () => {
    let calls = 0;
    const { sent, troubles } = await play(20, {
      answer: async (comandos) => {
        calls += 1;
        if (calls % 5 === 2) throw new Error('no route to the kitchen');
        if (calls % 5 === 3) {
          return comandos.map(() => ({ ok: false, codigo: 'no_disponible', error: 'no hay base' }));
        }
        return comandos.map(() => OK);
      },
    });
    assert.ok(troubles.includes('no route to the kitchen') && troubles.includes('no hay base'));
    const untroubled = await play(20);
    const created = (list: readonly Sent[]) => livesOf(list).size;
    assert.ok(created(sent) > 0.8 * created(untroubled.sent));
    for (const [id, life] of livesOf(sent)) {
      // Two notes may be in one life; reaching a state twice may not.
      const once = life.filter(
        (deed) => !['pedido.anotar', 'pedido.modificar_items'].includes(deed),
      );
      assert.deepEqual(once, [...new Set(once)], id);
    }
  });

  it('checks every minute when the clock is set back by months', async () => {
    let reads = 0;
    const clock = (nowMs: number) => {
      reads += 1;
      return nowMs - (reads > 20 ? 90 * 1_440 * MINUTE_MS : 0);
    };
    await play(10, { clock });
  });

  it('adopts an order that exists already', async () => {
    let first = true;
    const { sent } = await play(5, {
      answer: async (comandos) =>
        comandos.map((comando) => {
          if (!first || comando.op !== 'pedido.crear') return OK;
          first = false;
          return { ok: false, codigo: 'conflicto', error: 'ya existe' };
        }),
    });
    const orphans = [...livesOf(sent).values()].filter((life) => life[0] !== 'pedido.crear');
    assert.equal(orphans.length, 1);
  });

  it('leaves an order alone that somebody else has moved', async () => {
    const refused = new Set<string>();
    const { sent } = await play(10, {
      answer: async (comandos) =>
        comandos.map((comando) => {
          assert.ok(!refused.has(idOf(comando)), 'asked again');
          if (comando.op === 'pedido.crear' || refused.size > 0) return OK;
          refused.add(idOf(comando));
          return { ok: false, codigo: 'transicion_invalida', error: 'ya está cancelado' };
        }),
    });
    assert.equal(refused.size, 1);
    assert.ok(sent.length > 50);
  });
});
