import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pedido } from '../../../../src/contract/recursos/pedido.ts';
import { column } from '../../../support/columns.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../../../support/samples.ts';
import { type Service, startServiceOn } from '../../../support/service.ts';

const cliente = (nombre: string, telefono: string, email = '') => ({
  nombre,
  telefono,
  email,
  consintio_marketing: true,
});
const ANA = cliente('Ana', '600 111 222', 'ana@example.com');

const nameIn = async ({ store }: Service, id: string): Promise<string> => {
  const body = (await store.pedidos.get(RESTAURANTE_ID, id))?.body ?? new Uint8Array();
  return (JSON.parse(Buffer.from(body).toString()) as Pedido).cliente.nombre;
};

describeOnEngines('cliente.olvidar', (engine) => {
  test('forgets by phone, by e-mail and by order, in its turn, and says how many orders', async (t) => {
    const service = await startServiceOn(engine, t);
    const order = (id: string, of = ANA) => comando.crear(samplePedido({ id, cliente: of }));
    const answers = await service.command(
      comando.guardarRestaurante(),
      order('ped_1'),
      order('ped_2'),
      comando.olvidar({ telefono: '(600) 111-222' }),
      order('ped_3'),
      order('ped_4', cliente('Bea', '', 'Bea@example.com')),
      order('ped_5', cliente('Bea', '699', 'bea@example.com')),
      comando.olvidar({ email: ' BEA@example.com' }),
      order('ped_6', cliente('Cai', '688')),
      order('ped_7', cliente('Cai', '688')),
      comando.olvidar({ pedido_id: 'ped_7' }),
      order('ped_8', cliente('Sin señas', '')),
      order('ped_9', cliente('Sin señas', '')),
      comando.olvidar({ pedido_id: 'ped_8' }),
      comando.olvidar({ pedido_id: 'ped_8' }),
      comando.olvidar({ telefono: '600 111 223' }),
    );
    assert.deepEqual(
      answers.filter((answer) => 'pedidos' in answer).map((answer) => answer.pedidos),
      [2, 2, 2, 1, 0, 0],
    );
    assert.deepEqual(answers[3], {
      linea: 4,
      ok: true,
      restaurante_id: RESTAURANTE_ID,
      pedidos: 2,
    });
    const names = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => nameIn(service, `ped_${n}`));
    assert.deepEqual(await Promise.all(names), [
      ...['', '', 'Ana', '', '', '', '', '', 'Sin señas'],
    ]);
    const audit = await service.store.auditoria.list(RESTAURANTE_ID, 10);
    assert.deepEqual(
      column(audit, 'accion'),
      audit.map(() => 'cliente.olvidado'),
    );
    assert.deepEqual(audit.at(-1)?.detalle, { por: 'telefono', pedidos: 2 });
    assert.equal(audit.length, 6);
    assert.doesNotMatch(
      JSON.stringify(audit.map(({ detalle, objeto }) => [detalle, objeto])),
      /600|bea@|Cai|688/i,
    );
  });

  test('goes through many orders slice by slice, each announced once', async (t) => {
    const service = await startServiceOn(engine, t);
    await service.command(
      comando.guardarRestaurante(),
      ...Array.from({ length: 120 }, () => comando.crear(samplePedido({ cliente: ANA }))),
    );
    const both = await Promise.all([
      service.command(comando.olvidar({ telefono: ANA.telefono })),
      service.command(comando.olvidar({ telefono: ANA.telefono })),
    ]);
    const changed = both.flat().reduce((sum, { pedidos = 0 }) => sum + pedidos, 0);
    assert.equal(changed, 120);
    const events = await service.store.log.events(RESTAURANTE_ID, 0, 1_000);
    const announced = events.filter(({ tipo }) => tipo === 'pedido.estado_cambiado');
    assert.equal(announced.length, 120);
    assert.ok(events.every(({ body }) => !Buffer.from(body).includes('Ana')));
  });
});

test('a forgetting of nobody in particular is refused, with what is wrong', async (t) => {
  const service = await startServiceOn('SQLite', t);
  await service.command(comando.guardarRestaurante());
  const olvidar = comando.olvidar({});
  const answers = await service.command(
    olvidar,
    { ...olvidar, telefono: '600', email: 'a@example.com' },
    { ...olvidar, telefono: 'n/d' },
    { ...olvidar, email: '  ' },
    { ...olvidar, pedido_id: 'ped_no' },
    { ...olvidar, restaurante_id: 'rest_no', telefono: '600' },
    { ...olvidar, telefono: 600 },
  );
  assert.deepEqual(
    answers.map(({ codigo, ruta }) => [codigo, ruta]),
    [
      ['comando_invalido', ''],
      ['comando_invalido', ''],
      ['comando_invalido', '/telefono'],
      ['comando_invalido', '/email'],
      ['no_encontrado', '/pedido_id'],
      ['no_encontrado', '/restaurante_id'],
      ['comando_invalido', '/telefono'],
    ],
  );
  assert.equal((await service.store.auditoria.list(RESTAURANTE_ID, 10)).length, 0);
});
