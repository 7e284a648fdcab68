import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Check } from 'typebox/value';
import type { Prueba } from '../../../../src/contract/recursos/entrega.ts';
import { Evento } from '../../../../src/contract/recursos/evento.ts';
import { RESTAURANTE_ID } from '../../../support/samples.ts';
import { signatureOf } from '../../../support/values/signature.ts';
import { startDelivering } from '../webhooks/delivering.ts';
import { create, remove } from '../webhooks/hooks.ts';

const { ask, receiver, base } = await startDelivering('SQLite', { after });

const tryOut = async (url: string, eventos = ['*']) => {
  const made = await create(ask, { url, eventos });
  const reply = await ask<Prueba>(`/webhooks/${made.id}/prueba`, { method: 'POST' });
  assert.equal(reply.status, 200, reply.text);
  await remove(ask, made.id);
  return { made, prueba: reply.body };
};

test('a test event is a whole event, signed, and says that it is one', async () => {
  const path = '/status/200?prueba';
  const { made, prueba } = await tryOut(base + path, ['pedido.cancelado']);
  assert.deepEqual(prueba, {
    id: prueba.id,
    entregada: true,
    estado_http: 200,
    fallo: null,
    duracion_ms: prueba.duracion_ms,
    respuesta: 'dice 200',
  });
  const [request] = await receiver.requests(path);
  assert.ok(request);
  const body = Buffer.from(request.bodyBase64, 'base64');
  const evento: unknown = JSON.parse(body.toString());
  assert.ok(Check(Evento, evento));
  assert.equal(evento.id, prueba.id);
  assert.match(evento.id, /^evt_prueba_/);
  assert.equal(evento.tipo, 'pedido.cancelado');
  assert.equal(evento.restaurante_id, RESTAURANTE_ID);
  assert.match(evento.datos.pedido.id, /^ped_prueba_/);
  assert.equal(evento.datos.pedido.restaurante.nombre, 'Casa Pepa');
  assert.partialDeepStrictEqual(request.headers, {
    'x-svc-evento': 'pedido.cancelado',
    'x-svc-id': evento.id,
    'x-svc-intento': '1',
    'x-svc-firma': signatureOf(body, made.secreto_firma),
  });
});

test('a failure is the answer', async () => {
  const cases: [path: string, expected: Partial<Prueba>][] = [
    ['/status/500', { entregada: false, estado_http: 500, fallo: null, respuesta: 'dice 500' }],
    ['/reset-before', { entregada: false, estado_http: null, fallo: 'corte', respuesta: null }],
  ];
  for (const [path, expected] of cases) {
    assert.partialDeepStrictEqual((await tryOut(base + path)).prueba, expected);
  }
});
