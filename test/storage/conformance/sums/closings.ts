import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { FECHAS, type Fecha } from '../../../../src/contract/dinero/fechas.ts';
import type { Pedido } from '../../../../src/contract/recursos/pedido.ts';
import { totalsOf } from '../../../../src/domain/money/caja.ts';
import type { Closing, ClosingChange } from '../../../../src/storage/port/cierres.ts';
import {
  comando,
  RESTAURANTE_ID,
  samplePedido,
  samplePedidoEntero,
  sampleRestaurante,
} from '../../../support/samples.ts';
import { cierresOf, closeMonth } from '../../../support/values/close-month.ts';
import { CHANGE_MS, steps, toComando, ZONES } from '../../../support/values/money-lives.ts';
import { slowCaja } from '../../../support/values/money-oracle.ts';
import { forEveryAsync, weighted } from '../../../support/values/properties.ts';
import { accept, allPedidos, auditEntry, type Bench, type Engine, makeBench } from '../harness.ts';

const MONTHS = ['2026-09', '2026-10', '2026-11'];

/** The money of one order in a month, computed by the caja's oracle, with its invoice; null if it counts nothing. */
const moneyOf = (pedido: Pedido, { desdeMs: startMs, hastaMs: endMs, fecha }: Closing) => {
  const { ventas, cobros } = slowCaja([pedido], { startMs, endMs, fecha });
  if (ventas.pedidos === 0 && cobros.por_metodo.length === 0) return null;
  const { sin_pagar_cents: _, sin_factura: __, cancelados: ___, ...sale } = ventas;
  const { fiscal } = pedido;
  const invoice = ventas.pedidos === 0 ? null : [fiscal?.factura_numero, fiscal?.factura_fecha];
  const entries = pedido.pago.pagos
    .filter(({ estado }) => estado === 'pagado' || estado === 'reembolsado')
    .filter(({ momento }) => Date.parse(momento) >= startMs && Date.parse(momento) < endMs)
    .map((each) => JSON.stringify([each.momento, each.metodo, each.importe_cents, each.estado]))
    .sort();
  return JSON.stringify([ventas.pedidos === 0 ? null : sale, cobros, invoice, entries]);
};

const moneyBy = (pedidos: readonly Pedido[], closing: Closing): Map<string, string | null> =>
  new Map(pedidos.map((pedido) => [pedido.id, moneyOf(pedido, closing)]));

const allChanges = ({ store }: Bench, { id }: Closing): Promise<ClosingChange[]> =>
  store.cierres.changes(RESTAURANTE_ID, id, '', 1_000);

const assertFollowed = async (
  bench: Bench,
  { closing, before }: { closing: Closing; before: Map<string, string | null> },
): Promise<void> => {
  const now = moneyBy(await allPedidos(bench.store), closing);
  const moved = [...now].filter(([id, money]) => (before.get(id) ?? null) !== money);
  const changes = await allChanges(bench, closing);
  assert.deepEqual(
    changes.map(({ pedidoId }) => pedidoId),
    moved.map(([id]) => id).sort(),
  );
  for (const { pedidoId, antes, despues } of changes) {
    assert.equal(antes === null, (before.get(pedidoId) ?? null) === null);
    assert.equal(despues === null, now.get(pedidoId) === null);
    assert.notEqual(antes, despues);
  }
  const stored = await bench.store.cierres.get(RESTAURANTE_ID, closing.id);
  assert.equal(stored?.intacto, moved.length === 0);
  assert.equal(stored.sello, closing.sello);
};

type Turn =
  | { kind: 'step'; step: typeof steps extends fc.Arbitrary<infer S> ? S : never }
  | {
      kind: 'close';
      mes: string;
      fecha: Fecha;
    };
const turns: fc.Arbitrary<Turn> = weighted(
  [7, fc.record({ kind: fc.constant('step' as const), step: steps })],
  [
    1,
    fc.record({
      kind: fc.constant('close' as const),
      mes: fc.constantFrom(...MONTHS),
      fecha: fc.constantFrom(...FECHAS),
    }),
  ],
);

const TAMPERED = ['pedido_id', 'cuenta', 'linea'] as const;

export const closingConformance = (engine: Engine): void => {
  describe(`${engine.name}: closings`, () => {
    test('are intact exactly if no counted amount has changed, and name exactly the orders that did', async () => {
      await forEveryAsync(
        20,
        fc.tuple(fc.array(turns, { minLength: 10, maxLength: 90 }), fc.constantFrom(...ZONES)),
        async ([life, zona_horaria]) => {
          await using bench = await makeBench(engine);
          const { store } = bench;
          await store.cuentas.save(sampleRestaurante({ zona_horaria }), {});
          const closings: { closing: Closing; before: Map<string, string | null> }[] = [];
          let waiting: Turn[] = [];
          const flush = async () => {
            const comandos = waiting.flatMap((turn) =>
              turn.kind === 'step' ? toComando(turn.step) : [],
            );
            waiting = [];
            for (let i = 0; i < comandos.length; i += 5) {
              await store.log.commit(RESTAURANTE_ID, comandos.slice(i, i + 5));
            }
          };
          for (const turn of life) {
            if (turn.kind === 'step') {
              waiting.push(turn);
              continue;
            }
            await flush();
            const closing = await closeMonth(store, turn.mes, turn.fecha);
            const pedidos = await allPedidos(store);
            const { desdeMs: startMs, hastaMs: endMs, fecha } = closing;
            assert.deepEqual(totalsOf(closing.sumas), slowCaja(pedidos, { startMs, endMs, fecha }));
            closings.push({ closing, before: moneyBy(pedidos, closing) });
          }
          await flush();
          for (const each of closings) await assertFollowed(bench, each);
          const { chain, verify } = cierresOf(store);
          let before: Closing | null = null;
          for (const closing of await chain(RESTAURANTE_ID)) {
            assert.equal(await verify(closing, before), null);
            before = closing;
          }
        },
      );
    });

    test('a change names who made it, from where and when; the same again ends it', async () => {
      await using bench = await makeBench(engine);
      const { store } = bench;
      const creado_en = new Date(CHANGE_MS).toISOString();
      await accept(store, [comando.crear(samplePedido({ id: 'ped_1', creado_en }))]);
      const closing = await closeMonth(store, '2026-10', 'creacion');
      const number = (factura_numero: string) => ({
        fiscal: { factura_numero, factura_fecha: creado_en, factura_pdf: 'https://example.com/f' },
      });
      const by = { origen: 'tpv', usuario: 'Begoña', momento: '2026-11-05T10:00:00.000Z' } as const;
      await accept(store, [comando.anotar('ped_1', number('F-1'), by)]);
      // Moves no money: the change is still hers.
      await accept(store, [comando.avanzar('ped_1', 'confirmado', { usuario: 'Otra' })]);
      const [change, ...others] = await allChanges(bench, closing);
      assert.equal(others.length, 0);
      const { antes, despues, numero, ...who } = change ?? assert.fail('no change');
      assert.deepEqual(who, { pedidoId: 'ped_1', ...by });
      assert.equal(JSON.parse(antes ?? '').factura_numero, null);
      assert.equal(JSON.parse(despues ?? '').factura_numero, 'F-1');
      const [moved] = await store.cierres.moved();
      assert.deepEqual(moved, {
        ...{ restauranteId: RESTAURANTE_ID, id: closing.id, mes: '2026-10', cambios: 1 },
      });
      await accept(store, [comando.anotar('ped_1', { fiscal: null })]);
      assert.deepEqual(await allChanges(bench, closing), []);
      assert.deepEqual(await store.cierres.moved(), []);
    });

    test('closing again supersedes: the former stays, and moves nobody any more', async () => {
      await using bench = await makeBench(engine);
      const { store } = bench;
      const first = await closeMonth(store, '2026-10', 'creacion');
      const other = await closeMonth(store, '2026-11', 'creacion');
      await accept(store, [
        comando.importar(
          samplePedidoEntero({ id: 'ped_1', creado_en: new Date(CHANGE_MS).toISOString() }),
        ),
        comando.importar(samplePedidoEntero({ id: 'ped_2' })),
      ]);
      assert.equal((await store.cierres.moved()).length, 2);
      const second = await closeMonth(store, '2026-10', 'creacion');
      assert.equal(second.sustituye, first.id);
      assert.equal(second.anterior, other.sello);
      assert.deepEqual(
        (await store.cierres.moved()).map(({ id }) => id),
        [other.id],
      );
      const former = await store.cierres.get(RESTAURANTE_ID, first.id);
      assert.deepEqual(former, { ...first, sustituidoPor: second.id, intacto: false });
    });

    test('hold nothing of customers, and stay as they are when one is forgotten', async () => {
      await using bench = await makeBench(engine);
      const { store } = bench;
      const creado_en = new Date(CHANGE_MS).toISOString();
      const pedido = samplePedido({ id: 'ped_1', creado_en, instrucciones: 'Llamar a la vecina' });
      await accept(store, [comando.crear(pedido)]);
      const closing = await closeMonth(store, '2026-10', 'creacion');
      const rows = await store.cierres.rows(RESTAURANTE_ID, closing.id, '', 10);
      assert.equal(rows.length, 1);
      const { nombre, telefono, email } = pedido.cliente;
      for (const secret of [nombre, telefono, email, 'vecina', 'cliente', 'direccion']) {
        assert.ok(!JSON.stringify(rows).includes(secret), secret);
      }
      await store.log.commit(RESTAURANTE_ID, [
        { op: 'pedido.olvidar', restaurante_id: RESTAURANTE_ID, pedido_id: 'ped_1' },
      ]);
      assert.deepEqual(await store.cierres.rows(RESTAURANTE_ID, closing.id, '', 10), rows);
      assert.equal((await store.cierres.get(RESTAURANTE_ID, closing.id))?.intacto, true);
    });

    test('verify finds every single changed byte of the rows', async () => {
      await using bench = await makeBench(engine);
      const { store, database } = bench;
      const creado_en = new Date(CHANGE_MS).toISOString();
      const ids = ['ped_1', 'ped_2', 'ped_3'];
      await accept(
        store,
        ids.map((id) => comando.crear(samplePedido({ id, creado_en }))),
      );
      const closing = await closeMonth(store, '2026-10', 'creacion');
      const { verify } = cierresOf(store);
      assert.equal(await verify(closing, null), null);
      const fixed = await store.cierres.rows(RESTAURANTE_ID, closing.id, '', 10);
      const WHERE = 'WHERE cierre_id = $2 AND pedido_id = $3';
      await forEveryAsync(
        60,
        fc.record({
          row: fc.nat(fixed.length - 1),
          name: fc.constantFrom(...TAMPERED),
          at: fc.nat(10_000),
          char: fc.constantFrom('0', '9', 'x', ' ', '"', '\n'),
        }),
        async ({ row, name, at, char }) => {
          const { pedidoId, cuenta, linea } = fixed[row] ?? assert.fail('no row');
          const text = { pedido_id: pedidoId, cuenta: cuenta ?? '', linea }[name];
          const place = at % text.length;
          if (text[place] === char) return;
          const altered = `${text.slice(0, place)}${char}${text.slice(place + 1)}`;
          const set = (value: string, id: string) =>
            database.write(
              `UPDATE cierres_pedidos SET ${name} = $1 ${WHERE}`,
              ...[value, closing.id, id],
            );
          await set(altered, pedidoId);
          assert.equal(await verify(closing, null), 'rows');
          await set(text, name === 'pedido_id' ? altered : pedidoId);
          assert.equal(await verify(closing, null), null);
        },
      );
      await database.write('DELETE FROM cierres_pedidos WHERE pedido_id = $1', 'ped_2');
      assert.equal(await verify(closing, null), 'rows');
    });

    test('an order that changes while a month is closed is in it as it is at the commit', async () => {
      await using bench = await makeBench(engine);
      const { store } = bench;
      const creado_en = new Date(CHANGE_MS).toISOString();
      const order = (n: number) => comando.crear(samplePedido({ id: `ped_${n}`, creado_en }));
      await accept(
        store,
        Array.from({ length: 250 }, (_, n) => order(n)),
      );
      const closing = closeMonth(store, '2026-10', 'creacion');
      const during = Array.from({ length: 40 }, (_, n) =>
        store.log.commit(RESTAURANTE_ID, [comando.cancelar(`ped_${n * 6}`), order(1_000 + n)]),
      );
      const { id, sumas } = await closing;
      await Promise.all(during);
      const { ventas } = totalsOf(sumas);
      const changes = await store.cierres.changes(RESTAURANTE_ID, id, '', 1_000);
      const added = changes.filter(({ antes }) => antes === null).length;
      const dropped = changes.filter(({ despues }) => despues === null).length;
      const left = (await allPedidos(store)).filter(({ estado }) => estado !== 'cancelado');
      assert.equal(ventas.pedidos + added - dropped, left.length);
    });

    test('are audited', async () => {
      await using bench = await makeBench(engine);
      const { store } = bench;
      const { id, sello } = await closeMonth(store, '2026-10', 'factura');
      const [entry] = await store.auditoria.list(RESTAURANTE_ID, 1);
      const { id: _, ...audited } = entry ?? assert.fail('no entry');
      assert.deepEqual(audited, {
        ...auditEntry({ actor: 'ana', accion: 'cierre.creado', objeto: id }),
        momentoMs: audited.momentoMs,
        detalle: { mes: '2026-10', fecha: 'factura', sello },
      });
    });
  });
};
