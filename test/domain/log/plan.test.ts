import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { candidateDays, neededKeys } from '../../../src/domain/log/batch.ts';
import { utcDay } from '../../../src/domain/time.ts';
import { column } from '../../support/columns.ts';
import {
  comando,
  NOW_MS,
  sampleCuenta,
  samplePedido,
  samplePedidoEntero,
} from '../../support/samples.ts';
import { makeMemoryLog } from './memory-log.ts';

describe('a batch', () => {
  test('each command sees what those before it did, and an order is written once', () => {
    const log = makeMemoryLog();
    const plan = log.commit([
      comando.crear(samplePedido({ id: 'ped_1' })),
      comando.avanzar('ped_1', 'confirmado'),
      comando.avanzar('ped_1', 'listo'),
    ]);
    assert.equal(plan.pedidos.length, 1);
    assert.deepEqual(
      plan.pedidos.map(({ id, estado, tipo, entradas, isNew, creadoMs }) => ({
        id,
        estado,
        tipo,
        entradas,
        isNew,
        creadoMs,
      })),
      [
        {
          id: 'ped_1',
          estado: 'listo',
          tipo: 'reparto',
          entradas: 3,
          isNew: true,
          creadoMs: NOW_MS,
        },
      ],
    );
    assert.deepEqual(column(plan.eventos, 'tipo'), [
      'pedido.nuevo',
      'pedido.aceptado',
      'pedido.estado_cambiado',
    ]);
    assert.deepEqual(column(plan.historial, 'n'), [0, 1, 2]);
    assert.deepEqual(plan.conteos, [
      { diaUtc: utcDay(NOW_MS), metodo: '', estado: 'listo', tipo: 'reparto', pedidos: 1 },
      { diaUtc: utcDay(NOW_MS), metodo: 'tarjeta', estado: 'listo', tipo: 'reparto', pedidos: 1 },
    ]);
  });

  test('a command that changes nothing is answered without an event and not stored', () => {
    const log = makeMemoryLog();
    log.commit([comando.crear(samplePedido({ id: 'ped_1' }))]);
    const plan = log.commit([comando.avanzar('ped_1', 'pendiente')]);
    assert.deepEqual(plan.answers, [{ ok: true, pedidoId: 'ped_1', eventoId: null }]);
    assert.deepEqual([plan.pedidos, plan.historial, plan.eventos, plan.conteos], [[], [], [], []]);
    assert.equal(plan.resumen.dias.size, 0);
  });

  test('an import is stored and counted; its event belongs to none of its past steps', () => {
    const log = makeMemoryLog();
    const plan = log.commit([comando.importar()]);
    const { id } = samplePedidoEntero();
    const [evento] = plan.eventos;
    assert.deepEqual(plan.answers, [{ ok: true, pedidoId: id, eventoId: evento?.id }]);
    assert.deepEqual([evento?.tipo, plan.secuencia], ['pedido.importado', 1]);
    assert.deepEqual(column(plan.historial, 'secuencia'), [null, null, null]);
    assert.equal(plan.resumen.dias.get('2026-11-14')?.ventasCents, 3_679);
    assert.deepEqual(log.pedido(id), samplePedidoEntero());
  });
});

describe('the account', () => {
  test('a restaurant without ingestion takes no orders either', () => {
    const log = makeMemoryLog({ cuenta: sampleCuenta({ ingesta: false }) });
    const plan = log.commit([comando.crear(undefined, { clave: 'k' }), comando.cancelar('ped_1')]);
    for (const answer of plan.answers) {
      assert.ok(!answer.ok);
      assert.equal(answer.codigo, 'ingesta_no_habilitada');
    }
    assert.deepEqual([plan.pedidos, plan.claves, plan.eventos], [[], [], []]);
  });

  test('a suspended restaurant still takes orders: its export waits, its log does not', () => {
    const log = makeMemoryLog({ cuenta: sampleCuenta({ activo: false }) });
    assert.ok(log.commit([comando.crear()]).answers[0]?.ok);
  });
});

describe('idempotency keys', () => {
  test('the second time gives the first answer, even to another command', () => {
    const log = makeMemoryLog();
    const [first, second] = log.commit([
      comando.crear(samplePedido(), { clave: 'k' }),
      comando.crear(samplePedido(), { clave: 'k' }),
    ]).answers;
    assert.deepEqual(second, first);
    const [third] = log.commit([comando.cancelar('ped_nadie', { clave: 'k' })]).answers;
    assert.deepEqual(third, first);
    assert.equal(log.eventos.length, 1);
  });

  test('a refusal claims no key: the retry is judged anew', () => {
    const log = makeMemoryLog();
    const cancelar = comando.cancelar('ped_1', { clave: 'k' });
    assert.equal(log.commit([cancelar]).answers[0]?.ok, false);
    log.commit([comando.crear(samplePedido({ id: 'ped_1' }))]);
    assert.equal(log.commit([cancelar]).answers[0]?.ok, true);
  });
});

describe('numbers', () => {
  test('a huge number of another platform does not move the sequence', () => {
    const log = makeMemoryLog();
    log.commit([comando.crear(samplePedido({ id: 'ped_1', numero: '20261115-999999999999' }))]);
    log.commit([comando.crear(samplePedido({ id: 'ped_2' }))]);
    assert.equal(log.pedido('ped_1').numero, '20261115-999999999999');
    assert.equal(log.pedido('ped_2').numero, '20261115-1');
  });
});

describe('the rows that a batch asks for', () => {
  const commands = [
    comando.crear(samplePedido({ id: 'ped_1', numero: '20261101-7' })),
    comando.crear(samplePedido(), { clave: 'k', momento: '2026-11-03T23:30:00Z' }),
    comando.cancelar('ped_2', { clave: 'l' }),
  ];

  test('the orders and keys that are named', () => {
    const { pedidos, claves } = neededKeys(commands);
    assert.deepEqual([...pedidos], ['ped_1', 'ped_2']);
    assert.deepEqual([...claves], ['k', 'l']);
  });

  test('the days that new orders may have in any zone, and those of numbers that come with them', () => {
    const days = candidateDays(commands, NOW_MS);
    const given = '2026-11-01';
    assert.deepEqual([...days].sort(), [
      given,
      ...['02', '03', '04', '14', '15', '16'].map((day) => `2026-11-${day}`),
    ]);
  });
});
