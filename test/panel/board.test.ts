import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEvento, CLOSED_SHOWN, catchUp, OPEN_SHOWN } from '../../panel/src/api/board.ts';
import { ESTADOS } from '../../panel/src/api/values.ts';
import type { Estado, EventoPantalla, PedidoPantalla, Tablero } from '../../panel/src/api/wire.ts';
import { samplePedidoEntero } from '../support/samples.ts';

const pedido = (n: number, estado: Estado): PedidoPantalla => ({
  ...samplePedidoEntero(),
  id: `ped_${String(n).padStart(4, '0')}`,
  estado,
});

const evento = (n: number, estado: Estado, tipo = 'pedido.estado_cambiado', id = `evt_${n}`) =>
  ({ id, tipo, datos: { pedido: pedido(n, estado), cambios: [] } }) as unknown as EventoPantalla;

const board = (...pedidos: PedidoPantalla[]): Tablero<PedidoPantalla> => ({
  posicion: null,
  columnas: ESTADOS.map((estado) => {
    const own = pedidos.filter((one) => one.estado === estado);
    return { estado, total: own.length, pedidos: own.toReversed() };
  }),
});

const column = (tablero: Tablero<PedidoPantalla>, estado: Estado) => {
  const found = tablero.columnas.find((columna) => columna.estado === estado);
  return { total: found?.total, ids: found?.pedidos.map(({ id }) => id) };
};

describe('the board after an event', () => {
  test('a new order is on top of its column', () => {
    const { tablero, exact } = applyEvento(
      board(pedido(1, 'pendiente')),
      evento(2, 'pendiente', 'pedido.nuevo'),
    );
    assert.deepEqual(column(tablero, 'pendiente'), { total: 2, ids: ['ped_0002', 'ped_0001'] });
    assert.ok(exact);
  });

  test('an order that moves leaves one column and keeps its place by age in the other', () => {
    const before = board(pedido(1, 'listo'), pedido(2, 'pendiente'), pedido(3, 'listo'));
    const { tablero, exact } = applyEvento(before, evento(2, 'listo'));
    assert.deepEqual(column(tablero, 'pendiente'), { total: 0, ids: [] });
    assert.deepEqual(column(tablero, 'listo'), {
      total: 3,
      ids: ['ped_0003', 'ped_0002', 'ped_0001'],
    });
    assert.ok(exact);
  });

  test('of too many open orders the oldest stay, and the next one is asked for when one leaves', () => {
    const all = Array.from({ length: OPEN_SHOWN }, (_, i) => pedido(i + 1, 'pendiente'));
    const full = applyEvento(board(...all), evento(999, 'pendiente', 'pedido.nuevo'));
    const { total, ids = [] } = column(full.tablero, 'pendiente');
    assert.equal(total, OPEN_SHOWN + 1);
    assert.deepEqual([ids.length, ids.at(-1), ids[0]], [OPEN_SHOWN, 'ped_0001', 'ped_0100']);
    assert.ok(full.exact);
    assert.equal(applyEvento(full.tablero, evento(1, 'listo')).exact, false);
  });

  test('the same event twice is the same board', () => {
    const moved = evento(1, 'listo');
    const once = applyEvento(board(pedido(1, 'pendiente')), moved).tablero;
    assert.deepEqual(applyEvento(once, moved).tablero, once);
  });

  test('an order that was not on the board makes the totals inexact', () => {
    const { tablero, exact } = applyEvento(board(), evento(9, 'entregado'));
    assert.deepEqual(column(tablero, 'entregado').ids, ['ped_0009']);
    assert.equal(exact, false);
  });

  test('closed columns keep the newest', () => {
    const many = Array.from({ length: CLOSED_SHOWN }, (_, i) => pedido(i + 1, 'entregado'));
    const { tablero } = applyEvento(
      board(...many, pedido(500, 'listo')),
      evento(500, 'entregado', 'pedido.entregado'),
    );
    const { total, ids } = column(tablero, 'entregado');
    assert.equal(total, CLOSED_SHOWN + 1);
    assert.equal(ids?.length, CLOSED_SHOWN);
    assert.equal(ids?.[0], 'ped_0500');
    assert.ok(!ids?.includes('ped_0001'));
  });
});

describe('a board that was loading while events came', () => {
  const events = [
    evento(1, 'confirmado', 'pedido.aceptado', 'evt_a'),
    evento(1, 'en_preparacion', 'pedido.estado_cambiado', 'evt_b'),
    evento(1, 'listo', 'pedido.estado_cambiado', 'evt_c'),
  ];

  test('gets those after its position', () => {
    const loaded = { ...board(pedido(1, 'en_preparacion')), posicion: 'evt_b' };
    assert.deepEqual(column(catchUp(loaded, events, events[0]), 'listo').ids, ['ped_0001']);
  });

  test('that includes the last one stays as it is', () => {
    const loaded = { ...board(pedido(1, 'listo')), posicion: 'evt_c' };
    assert.deepEqual(catchUp(loaded, events, undefined), loaded);
  });

  test('with an older position gets all events since the request', () => {
    const loaded = { ...board(pedido(1, 'confirmado')), posicion: 'evt_long_ago' };
    assert.deepEqual(column(catchUp(loaded, events, events[0]), 'listo').ids, ['ped_0001']);
    assert.deepEqual(catchUp(loaded, events, events[2]), loaded);
  });
});
