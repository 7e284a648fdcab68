import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { COMANDOS, type ComandoPedido } from '../../../src/contract/comandos.ts';
import { EntradaHistorial } from '../../../src/contract/recursos/historial.ts';
import { type CampoPedido, ESTADOS, Pedido } from '../../../src/contract/recursos/pedido.ts';
import { type Applied, apply } from '../../../src/domain/pedido/pedido.ts';
import type { Refusal } from '../../../src/domain/pedido/refusal.ts';
import { comandoSobre, comandos, pedidoDraft } from '../../support/arbitraries.ts';
import { comando } from '../../support/samples.ts';
import { forEvery } from '../../support/values/properties.ts';
import { deepFreeze, makeContext } from '../log/memory-log.ts';

const validPedido = Compile(Pedido);
const validEntrada = Compile(EntradaHistorial);
const validators = new Map(Object.entries(COMANDOS).map(([op, schema]) => [op, Compile(schema)]));

const FIELDS = Object.keys(Pedido.properties) as CampoPedido[];

/** The fields whose wire JSON differs. */
const differing = (before: Pedido, after: Pedido): CampoPedido[] =>
  FIELDS.filter((field) => {
    try {
      assert.deepStrictEqual(
        JSON.parse(JSON.stringify(after[field])),
        JSON.parse(JSON.stringify(before[field])),
      );
      return false;
    } catch {
      return true;
    }
  });

interface Step {
  command: ComandoPedido;
  before: Pedido;
  result: Applied | Refusal;
}

const life = fc.array(comandoSobre(['ped_1']), { minLength: 1, maxLength: 12 });

/** Calls `check` with each step of orders' lives. Everything is frozen on the way. */
const everyStep = (check: (step: Step) => void): void =>
  forEvery(100, fc.tuple(pedidoDraft(fc.constant('ped_1')), life), ([draft, commands]) => {
    const context = makeContext();
    const created = apply(null, deepFreeze(comando.crear(draft)), context);
    if (!created.ok) {
      assert.ok(draft.estado === 'en_reparto' && draft.tipo !== 'reparto');
      return;
    }
    let pedido = deepFreeze(created.pedido);
    for (const command of commands) {
      const result = apply(pedido, deepFreeze(command), context);
      check({ command, before: pedido, result });
      if (result.ok) pedido = deepFreeze(result.pedido);
    }
  });

describe('whatever is done to an order', () => {
  test('the generators give valid commands', () => {
    forEvery(50, comandos(['ped_1', 'ped_2'], { claves: true }), (list) => {
      for (const command of list) {
        assert.ok(validators.get(command.op)?.Check(command), JSON.stringify(command));
      }
    });
  });

  test('it is a valid order in one of the seven states, with a valid history', () => {
    everyStep(({ result }) => {
      if (!result.ok) return;
      assert.ok(validPedido.Check(result.pedido), JSON.stringify(result.pedido));
      assert.ok(ESTADOS.includes(result.pedido.estado));
      for (const entrada of result.entradas) assert.ok(validEntrada.Check(entrada));
    });
  });

  test('a change has one event and one entry; no change has neither', () => {
    everyStep(({ before, result }) => {
      if (!result.ok) return;
      const changed = differing(before, result.pedido).length > 0;
      assert.equal(result.evento !== null, changed);
      assert.equal(result.entradas.length, changed ? 1 : 0);
      if (!changed) assert.equal(result.pedido, before);
    });
  });

  test('cambios names exactly the fields that differ', () => {
    everyStep(({ before, result }) => {
      if (!result.ok || result.evento === null) return;
      assert.deepEqual(result.evento.cambios, differing(before, result.pedido));
    });
  });

  test('aceptado_en and entregado_en are set once', () => {
    everyStep(({ before, result }) => {
      if (!result.ok) return;
      for (const field of ['aceptado_en', 'entregado_en'] as const) {
        if (before[field] !== null) assert.equal(result.pedido[field], before[field]);
      }
    });
  });

  test('an order that advanced has its times set', () => {
    everyStep(({ command, result }) => {
      if (!result.ok || result.evento === null || command.op !== 'pedido.avanzar') return;
      const { estado, aceptado_en, entregado_en } = result.pedido;
      if (estado !== 'cancelado') assert.notEqual(aceptado_en, null);
      if (estado === 'entregado') assert.notEqual(entregado_en, null);
    });
  });

  test('identity and origin never change', () => {
    everyStep(({ before, result }) => {
      if (!result.ok) return;
      for (const field of ['id', 'numero', 'tipo', 'fuente', 'creado_en', 'cliente'] as const) {
        assert.equal(result.pedido[field], before[field]);
      }
    });
  });

  test('a refusal says why, and where it can', () => {
    everyStep(({ result }) => {
      if (result.ok) return;
      assert.ok(['transicion_invalida', 'comando_invalido'].includes(result.codigo));
      assert.ok(result.error.length > 10);
      if (result.codigo === 'comando_invalido') assert.match(result.ruta ?? '', /^\/cambios\//);
    });
  });
});

test('an order is created with all that was given and nothing left open', () => {
  forEvery(200, pedidoDraft(), (draft) => {
    const result = apply(null, deepFreeze(comando.crear(draft)), makeContext());
    if (!result.ok) return;
    assert.ok(validPedido.Check(result.pedido));
    const { items, ...given } = draft;
    const { items: made, ...rest } = result.pedido;
    assert.deepEqual({ ...rest, ...given }, rest);
    const withGiven = made.map((item, i) => {
      const source = items[i];
      const opciones = item.opciones.map((opcion, j) => ({ ...opcion, ...source?.opciones[j] }));
      return { ...item, ...source, opciones };
    });
    assert.deepEqual(withGiven, made);
    assert.equal(made.length, items.length);
  });
});
