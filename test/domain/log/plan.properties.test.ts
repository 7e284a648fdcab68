import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import type { ComandoPedido } from '../../../src/contract/comandos.ts';
import { Evento } from '../../../src/contract/recursos/evento.ts';
import { Pedido } from '../../../src/contract/recursos/pedido.ts';
import { parseEventId } from '../../../src/domain/pedido/evento.ts';
import { readNumero } from '../../../src/domain/pedido/numero.ts';
import { utcDay } from '../../../src/domain/time.ts';
import { comandos, splits } from '../../support/arbitraries.ts';
import { column } from '../../support/columns.ts';
import { sampleCuenta } from '../../support/samples.ts';
import { forEvery } from '../../support/values/properties.ts';
import { bodyText, makeMemoryLog } from './memory-log.ts';

const IDS = ['ped_a', 'ped_b', 'ped_c'];
const validPedido = Compile(Pedido);
const validEvento = Compile(Evento);

const logAfter = (batches: readonly (readonly ComandoPedido[])[]) => {
  const log = makeMemoryLog();
  for (const batch of batches) log.commit(batch);
  return log;
};

/** Calls `check` with the log after a batch of any commands. */
const everyList = (check: (log: ReturnType<typeof logAfter>) => void) =>
  forEvery(60, comandos(IDS), (list) => check(logAfter([list])));

describe('batches', () => {
  test('however commands are batched, the same is stored and answered', () => {
    const cut = comandos(IDS, { claves: true }).chain((list) =>
      fc.record({ whole: fc.constant(list), pieces: splits(list) }),
    );
    forEvery(80, cut, ({ whole, pieces }) => {
      assert.deepEqual(logAfter(pieces).contents(), logAfter([whole]).contents());
    });
  });

  test('a refused command leaves no trace: without it, all else is the same', () => {
    forEvery(80, comandos(IDS, { claves: true }), (list) => {
      const all = logAfter([list]).contents();
      const carriedOut = list.filter((_, i) => all.answers[i]?.ok);
      const without = logAfter([carriedOut]).contents();
      const answers = all.answers.filter((answer) => answer.ok);
      assert.deepEqual({ ...all, answers }, without);
    });
  });

  test('a repeated clave gives the first answer and changes nothing, within a batch and across', () => {
    const cut = comandos(IDS).chain((list) => {
      const keyed = list.map((comando, i) => ({ ...comando, clave: `k${i}` }));
      const repeated = fc.array(fc.constantFrom(...keyed), { maxLength: 6 });
      return repeated.chain((again) =>
        fc.record({
          keyed: fc.constant(keyed),
          again: fc.constant(again),
          pieces: splits([...keyed, ...again]),
        }),
      );
    });
    forEvery(80, cut, ({ keyed, again, pieces }) => {
      const once = logAfter([keyed]).contents();
      const { answers, ...twice } = logAfter(pieces).contents();
      const firstAnswers = once.answers;
      assert.deepEqual(answers.slice(0, keyed.length), firstAnswers);
      for (const [i, comando] of again.entries()) {
        const first = firstAnswers[keyed.indexOf(comando)];
        // A refusal does not use up its key: a retry is judged anew, and may then have another outcome.
        if (first?.ok) assert.deepEqual(answers[keyed.length + i], first);
      }
      const retried = again.some((comando) => !firstAnswers[keyed.indexOf(comando)]?.ok);
      const { answers: _, ...stored } = once;
      if (!retried) assert.deepEqual(twice, stored);
    });
  });
});

describe('the log', () => {
  test('sequences have no gaps, ids tell them, and bodies are valid events', () => {
    everyList((log) => {
      const { eventos, answers, secuencia } = log.contents();
      assert.equal(secuencia, eventos.length);
      for (const [i, evento] of eventos.entries()) {
        assert.equal(evento.secuencia, i + 1);
        assert.deepEqual(parseEventId(evento.id), { secuencia: i + 1, logTag: 'tagtag' });
        const body: unknown = JSON.parse(bodyText(evento.body));
        assert.ok(validEvento.Check(body), bodyText(evento.body));
        assert.equal(body.id, evento.id);
        assert.equal(body.tipo, evento.tipo);
        assert.equal(body.secuencia, evento.secuencia);
        assert.equal(body.datos.pedido.id, evento.pedidoId);
      }
      const announced = answers.flatMap((answer) => (answer.ok ? (answer.eventoId ?? []) : []));
      assert.deepEqual(announced, column(eventos, 'id'));
    });
  });

  test('the last event of an order shows it as it is stored, to the byte', () => {
    everyList((log) => {
      const { eventos, pedidos } = log.contents();
      const last = new Map(eventos.map((evento) => [evento.pedidoId, bodyText(evento.body)]));
      for (const [id, json] of last) {
        assert.ok(json.includes(`"datos":{"pedido":${pedidos[id]?.json},"cambios":[`));
      }
    });
  });

  test('orders are valid, keep the order of the contract, and count their history', () => {
    everyList((log) => {
      const { pedidos, historial } = log.contents();
      for (const [id, { json, entradas }] of Object.entries(pedidos)) {
        const pedido = JSON.parse(json) as Pedido;
        assert.ok(validPedido.Check(pedido), json);
        assert.deepEqual(Object.keys(pedido), Object.keys(Pedido.properties));
        const own = Object.keys(historial).filter((key) => key.startsWith(`${id} `));
        assert.deepEqual(
          own.sort(byEntry),
          Array.from({ length: entradas }, (_, n) => `${id} ${n}`),
        );
      }
    });
  });

  const byEntry = (a: string, b: string) => Number(a.split(' ')[1]) - Number(b.split(' ')[1]);
});

describe('numbers', () => {
  test('count up within the local day, past every number that was given', () => {
    forEvery(60, comandos(IDS), (list) => {
      const log = makeMemoryLog({ cuenta: sampleCuenta({ zonaHoraria: 'America/Bogota' }) });
      const last = new Map<string, number>();
      for (const comando of list) {
        const [answer] = log.commit([comando]).answers;
        if (!answer?.ok || !('pedido' in comando)) continue;
        const pedido = log.pedido(answer.pedidoId);
        const numero = readNumero(pedido.numero);
        assert.ok(numero !== null);
        const { dia, n } = numero;
        if (comando.pedido.numero === undefined) {
          assert.equal(dia, naiveDay(pedido.creado_en, 'America/Bogota'));
          assert.equal(n, (last.get(dia) ?? 0) + 1);
        } else {
          assert.equal(pedido.numero, comando.pedido.numero);
        }
        last.set(dia, Math.max(last.get(dia) ?? 0, n));
      }
      assert.deepEqual(new Map([...log.numeros].sort()), new Map([...last].sort()));
    });
  });
});

const naiveDay = (timestamp: string, zone: string): string =>
  Temporal.Instant.from(timestamp).toZonedDateTimeISO(zone).toPlainDate().toString();

test('the counts of batches per UTC day, state, type and method of payment are those of the orders', () => {
  const cut = comandos(IDS, { maxLength: 20 }).chain(splits);
  forEvery(60, cut, (pieces) => {
    const log = logAfter(pieces);
    const counted = log.all().flatMap(({ creado_en, estado, tipo, pago }) =>
      // Once with its method, and once with all of them.
      ['', pago.metodo].map(
        (metodo) => `${utcDay(Date.parse(creado_en))} ${estado} ${tipo} ${metodo}`,
      ),
    );
    const groups = Map.groupBy(counted, (key) => key);
    const expected = [...groups].map(([key, { length }]) => [key, { n: length }]);
    assert.deepEqual(log.contents().conteos, Object.fromEntries(expected));
  });
});
