import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import type { ComandoPedido } from '../../../src/contract/comandos.ts';
import { ESTADOS, type Estado, Pedido, type Tipo } from '../../../src/contract/recursos/pedido.ts';
import { type Applied, apply } from '../../../src/domain/pedido/pedido.ts';
import type { Refusal } from '../../../src/domain/pedido/refusal.ts';
import { column } from '../../support/columns.ts';
import {
  comando,
  momento,
  NOW,
  RESTAURANTE_ID,
  sampleHistorial,
  sampleItems,
  samplePedido,
  samplePedidoEntero,
  sampleTotales,
} from '../../support/samples.ts';
import { deepFreeze, makeContext } from '../log/memory-log.ts';

const accepted = (pedido: Pedido | null, command: ComandoPedido): Applied => {
  const result = apply(pedido, command, makeContext());
  assert.ok(result.ok, `refused: ${JSON.stringify(result)}`);
  return result;
};

const assertRefused = (
  pedido: Pedido | null,
  command: ComandoPedido,
  expected: Pick<Refusal, 'codigo' | 'ruta'>,
): void =>
  assert.partialDeepStrictEqual(apply(pedido, command, makeContext()), { ok: false, ...expected });

const INVALID_TRANSITION = { codigo: 'transicion_invalida' } as const;

/** An order in the given state, as `pedido.crear` makes it. */
const orderIn = (estado: Estado, tipo: Tipo = 'reparto'): Pedido =>
  deepFreeze(accepted(null, comando.crear(samplePedido({ id: 'ped_1', tipo, estado }))).pedido);

const assertUnchanged = (pedido: Pedido, command: ComandoPedido): void => {
  const result = accepted(pedido, command);
  assert.equal(result.pedido, pedido);
  assert.deepEqual(result.entradas, []);
  assert.equal(result.evento, null);
};

describe('transitions', () => {
  const LINE: Estado[] = [
    'pendiente',
    'confirmado',
    'en_preparacion',
    'listo',
    'en_reparto',
    'entregado',
  ];
  const EVENTS: Record<string, string> = {
    confirmado: 'pedido.aceptado',
    en_preparacion: 'pedido.estado_cambiado',
    listo: 'pedido.estado_cambiado',
    en_reparto: 'pedido.estado_cambiado',
    entregado: 'pedido.entregado',
    cancelado: 'pedido.cancelado',
  };
  const isAllowed = (tipo: Tipo, from: Estado, to: Estado): boolean => {
    if (from === 'entregado' || from === 'cancelado') return false;
    if (to === 'cancelado') return true;
    if (to === 'en_reparto' && tipo !== 'reparto') return false;
    return LINE.indexOf(to) > LINE.indexOf(from);
  };

  for (const tipo of ['reparto', 'recogida', 'mesa'] as const) {
    for (const from of ESTADOS) {
      if (from === 'en_reparto' && tipo !== 'reparto') continue;
      for (const to of ESTADOS) {
        if (from === to) {
          test(`${tipo}: ${from} → ${to} changes nothing`, () =>
            assertUnchanged(orderIn(from, tipo), comando.avanzar('ped_1', to)));
        } else if (isAllowed(tipo, from, to)) {
          test(`${tipo}: ${from} → ${to} emits ${EVENTS[to]}`, () => {
            const result = accepted(orderIn(from, tipo), comando.avanzar('ped_1', to));
            assert.equal(result.pedido.estado, to);
            assert.equal(result.evento?.tipo, EVENTS[to]);
            assert.deepEqual(column(result.entradas, 'accion'), [to]);
          });
        } else {
          test(`${tipo}: ${from} → ${to} is refused`, () => {
            assertRefused(orderIn(from, tipo), comando.avanzar('ped_1', to), INVALID_TRANSITION);
          });
        }
      }
    }
  }
});

describe('a jump over confirmado', () => {
  test('emits the event of the state reached, and accepts the order on the way', () => {
    const at = momento(7);
    const { pedido, evento } = accepted(
      orderIn('pendiente'),
      comando.avanzar('ped_1', 'listo', { momento: at }),
    );
    assert.equal(pedido.aceptado_en, at);
    assert.equal(pedido.entregado_en, null);
    assert.deepEqual(evento, {
      tipo: 'pedido.estado_cambiado',
      cambios: ['estado', 'aceptado_en'],
    });
  });

  test('straight to entregado sets both times', () => {
    const { pedido, evento } = accepted(
      orderIn('pendiente'),
      comando.avanzar('ped_1', 'entregado'),
    );
    assert.deepEqual([pedido.aceptado_en, pedido.entregado_en], [NOW, NOW]);
    assert.deepEqual(evento?.cambios, ['estado', 'aceptado_en', 'entregado_en']);
  });

  test('an order that was accepted keeps the time of it', () => {
    const accepted1 = accepted(
      orderIn('pendiente'),
      comando.avanzar('ped_1', 'confirmado', { momento: momento(1) }),
    ).pedido;
    const later = accepted(
      accepted1,
      comando.avanzar('ped_1', 'entregado', { momento: momento(30) }),
    );
    assert.equal(later.pedido.aceptado_en, momento(1));
    assert.equal(later.pedido.entregado_en, momento(30));
  });
});

describe('rejection', () => {
  test('from pendiente: cancelado, with an action and an event of its own', () => {
    const result = accepted(
      orderIn('pendiente'),
      comando.rechazar('ped_1', { origen: 'apk_recepcion' }),
    );
    assert.equal(result.pedido.estado, 'cancelado');
    assert.equal(result.pedido.aceptado_en, null);
    assert.deepEqual(result.evento, { tipo: 'pedido.rechazado', cambios: ['estado'] });
    assert.deepEqual(result.entradas, [
      { momento: NOW, accion: 'rechazado', origen: 'apk_recepcion', usuario: null, detalle: {} },
    ]);
  });

  for (const estado of ESTADOS.filter((other) => other !== 'pendiente')) {
    test(`from ${estado}: refused`, () =>
      assertRefused(orderIn(estado), comando.rechazar('ped_1'), INVALID_TRANSITION));
  }
});

describe('cancellation', () => {
  test('cancelar and avanzar to cancelado are the same', () => {
    const pedido = orderIn('listo');
    const cancelled = accepted(pedido, comando.cancelar('ped_1'));
    assert.deepEqual(cancelled, accepted(pedido, comando.avanzar('ped_1', 'cancelado')));
    assert.deepEqual(cancelled.evento, { tipo: 'pedido.cancelado', cambios: ['estado'] });
    assert.deepEqual(column(cancelled.entradas, 'accion'), ['cancelado']);
  });

  test('again changes nothing; of a delivered order is refused', () => {
    assertUnchanged(orderIn('cancelado'), comando.cancelar('ped_1'));
    assertRefused(orderIn('entregado'), comando.cancelar('ped_1'), INVALID_TRANSITION);
  });
});

describe('history', () => {
  test('an entry says who, from where, when and what else', () => {
    const { entradas } = accepted(
      orderIn('pendiente'),
      comando.avanzar('ped_1', 'confirmado', {
        origen: 'panel',
        usuario: 'Begoña',
        detalle: { minutos: 35 },
        momento: momento(2),
      }),
    );
    assert.deepEqual(entradas, [
      {
        momento: momento(2),
        accion: 'confirmado',
        origen: 'panel',
        usuario: 'Begoña',
        detalle: { minutos: 35 },
      },
    ]);
  });

  test('unless told otherwise: the system, nobody, now, nothing else', () => {
    assert.deepEqual(accepted(orderIn('pendiente'), comando.avanzar('ped_1', 'listo')).entradas, [
      { momento: NOW, accion: 'listo', origen: 'sistema', usuario: null, detalle: {} },
    ]);
  });
});

describe('pedido.crear', () => {
  test('mints what is missing', () => {
    const { pedido, entradas, evento } = accepted(null, comando.crear());
    assert.match(pedido.id, /^ped_/);
    assert.equal(pedido.numero, '20261115-1');
    assert.equal(pedido.estado, 'pendiente');
    assert.equal(pedido.creado_en, NOW);
    assert.deepEqual(pedido.restaurante, {
      id: RESTAURANTE_ID,
      slug: 'casa-pepa',
      nombre: 'Casa Pepa',
    });
    const [pizza] = pedido.items;
    assert.match(pizza?.id ?? '', /^itm_/);
    assert.match(pizza?.opciones[0]?.id ?? '', /^opc_/);
    assert.deepEqual(
      [pedido.aceptado_en, pedido.entregado_en, pedido.mesa, pedido.fiscal, pedido.programado_para],
      [null, null, null, null, null],
    );
    assert.deepEqual(column(entradas, 'accion'), ['creado']);
    assert.equal(evento?.tipo, 'pedido.nuevo');
    assert.deepEqual(evento?.cambios, Object.keys(Pedido.properties));
    assert.ok(Compile(Pedido).Check(pedido));
  });

  test('fields come in the order of the contract, whatever order they were given in', () => {
    const { pedido } = accepted(null, comando.crear());
    assert.deepEqual(Object.keys(pedido), Object.keys(Pedido.properties));
    assert.equal(Object.keys(pedido.items[0] ?? {})[0], 'id');
  });

  test('takes momento for the creation, and for the acceptance of an order that comes accepted', () => {
    const { pedido } = accepted(
      null,
      comando.crear(samplePedido({ estado: 'confirmado' }), { momento: momento(-5) }),
    );
    assert.deepEqual([pedido.creado_en, pedido.aceptado_en], [momento(-5), momento(-5)]);
    assert.equal(pedido.entregado_en, null);
  });

  test('a time given as null stays unknown', () => {
    const draft = samplePedido({ estado: 'entregado', aceptado_en: null, entregado_en: null });
    const { pedido } = accepted(null, comando.crear(draft));
    assert.deepEqual([pedido.aceptado_en, pedido.entregado_en], [null, null]);
  });

  test("another restaurant's order is refused", () => {
    const restaurante = { id: 'rest_otro', slug: 'otro', nombre: 'Otro' };
    assertRefused(null, comando.crear(samplePedido({ restaurante })), {
      codigo: 'comando_invalido',
      ruta: '/pedido/restaurante/id',
    });
  });

  test('only a delivery is born on its way', () => {
    const draft = samplePedido({ tipo: 'mesa', estado: 'en_reparto' });
    assertRefused(null, comando.crear(draft), { ...INVALID_TRANSITION, ruta: '/pedido/estado' });
  });
});

describe('pedido.importar', () => {
  test('stores the order and its history as they are, and is an event for copies', () => {
    const whole = samplePedidoEntero();
    const result = accepted(null, comando.importar(whole));
    assert.deepEqual(result.pedido, whole);
    assert.deepEqual(result.entradas, sampleHistorial());
    const cambios = Object.keys(Pedido.properties);
    assert.deepEqual(result.evento, { tipo: 'pedido.importado', cambios });
  });

  test('a time that the past does not tell stays unknown', () => {
    const { aceptado_en: _, entregado_en: __, ...bare } = samplePedidoEntero();
    const { pedido } = accepted(null, comando.importar(bare, []));
    assert.deepEqual([pedido.aceptado_en, pedido.entregado_en], [null, null]);
  });

  test('a history is optional; an id that exists is a conflict', () => {
    const { historial: _, ...bare } = comando.importar();
    assert.deepEqual(accepted(null, bare).entradas, []);
    assertRefused(orderIn('listo'), bare, { codigo: 'conflicto' });
  });
});

describe('pedido.modificar_items', () => {
  test('replaces items and totals, mints missing ids, and says which fields changed', () => {
    const before = orderIn('en_preparacion');
    const result = accepted(before, comando.modificarItems('ped_1'));
    assert.equal(result.pedido.items.length, 1);
    assert.match(result.pedido.items[0]?.id ?? '', /^itm_/);
    assert.equal(result.pedido.totales.total_cents, 3_499);
    assert.equal(result.pedido.estado, 'en_preparacion');
    assert.deepEqual(result.evento, {
      tipo: 'pedido.item_modificado',
      cambios: ['items', 'totales'],
    });
    assert.deepEqual(column(result.entradas, 'accion'), ['items_modificados']);
  });

  test('only the totals', () => {
    const before = orderIn('pendiente');
    const totales = sampleTotales({ propina_cents: 500 });
    const result = accepted(before, comando.modificarItems('ped_1', before.items, totales));
    assert.deepEqual(result.evento?.cambios, ['totales']);
  });

  test('with the same content changes nothing, whatever the order of its fields', () => {
    const before = orderIn('pendiente');
    const items = before.items.map(
      (item) => Object.fromEntries(Object.entries(item).reverse()) as typeof item,
    );
    const totales = { ...before.totales, descuento_cents: -0 };
    assertUnchanged(before, comando.modificarItems('ped_1', items, totales));
  });

  for (const estado of ['entregado', 'cancelado'] as const) {
    test(`of an order in ${estado} is refused`, () =>
      assertRefused(
        orderIn(estado),
        comando.modificarItems('ped_1', sampleItems()),
        INVALID_TRANSITION,
      ));
  }
});

describe('pedido.anotar', () => {
  test('merges objects field by field and keeps the rest', () => {
    const before = orderIn('pendiente');
    const result = accepted(
      before,
      comando.anotar('ped_1', {
        pago: { estado: 'pagado' },
        entrega: { repartidor_nombre: 'Nuria' },
      }),
    );
    assert.deepEqual(result.pedido, {
      ...before,
      pago: { ...before.pago, estado: 'pagado' },
      entrega: { ...before.entrega, repartidor_nombre: 'Nuria' },
    });
    assert.deepEqual(result.evento, {
      tipo: 'pedido.estado_cambiado',
      cambios: ['pago', 'entrega'],
    });
    assert.deepEqual(column(result.entradas, 'accion'), ['anotado']);
  });

  test('tells in the history what changed, from what to what', () => {
    const fiscal = (factura_numero: string) => ({
      ...{ factura_numero, factura_fecha: NOW },
      factura_pdf: 'https://casapepa.example/F.pdf',
    });
    const before = { ...orderIn('entregado'), fiscal: fiscal('F-1') };
    const cambiosOf = (cambios: Parameters<typeof comando.anotar>[1]) =>
      accepted(before, comando.anotar('ped_1', cambios)).entradas[0]?.detalle['cambios'];
    assert.deepEqual(cambiosOf({ fiscal: { factura_numero: 'F-2' }, pago: before.pago }), {
      'fiscal.factura_numero': { antes: 'F-1', despues: 'F-2' },
    });
    assert.deepEqual(cambiosOf({ fiscal: null }), {
      fiscal: { antes: fiscal('F-1'), despues: null },
    });
    const pagos = [{ ...before.pago.pagos[0], estado: 'reembolsado' }] as Pedido['pago']['pagos'];
    assert.deepEqual(cambiosOf({ pago: { pagos } }), {
      'pago.pagos': { antes: before.pago.pagos, despues: pagos },
    });
  });

  test('completes what was null only when the note is whole', () => {
    const before = orderIn('entregado');
    const fiscal = {
      factura_numero: 'F-1',
      factura_fecha: NOW,
      factura_pdf: 'https://casapepa.example/F-1.pdf',
    };
    assert.deepEqual(accepted(before, comando.anotar('ped_1', { fiscal })).pedido.fiscal, fiscal);
    const { factura_pdf: _, ...part } = fiscal;
    assertRefused(before, comando.anotar('ped_1', { fiscal: part }), {
      codigo: 'comando_invalido',
      ruta: '/cambios/fiscal/factura_pdf',
    });
  });

  test('null clears a field', () => {
    const result = accepted(
      orderIn('pendiente'),
      comando.anotar('ped_1', { instrucciones: null, entrega: null }),
    );
    assert.deepEqual([result.pedido.instrucciones, result.pedido.entrega], [null, null]);
    assert.deepEqual(result.evento?.cambios, ['entrega', 'instrucciones']);
  });

  test('with the same values changes nothing', () => {
    const before = orderIn('listo');
    assertUnchanged(before, comando.anotar('ped_1', { pago: {} }));
    assertUnchanged(before, comando.anotar('ped_1', { pago: { ...before.pago } }));
    assertUnchanged(before, comando.anotar('ped_1', { instrucciones: before.instrucciones }));
  });

  test('works in a final state, too: an invoice comes after the delivery, and a refund even later', () => {
    const refund = comando.anotar('ped_1', { pago: { estado: 'reembolsado' } });
    assert.equal(accepted(orderIn('cancelado'), refund).evento?.tipo, 'pedido.estado_cambiado');
  });
});

test('a command on an order that does not exist', () => {
  for (const command of [
    comando.avanzar('ped_1', 'listo'),
    comando.rechazar('ped_1'),
    comando.cancelar('ped_1'),
    comando.modificarItems('ped_1'),
    comando.anotar('ped_1', { instrucciones: 'x' }),
  ]) {
    assertRefused(null, command, { codigo: 'no_encontrado', ruta: '/pedido_id' });
  }
});
