import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { after, test } from 'node:test';
import type { Prueba } from '../../../../src/contract/recursos/entrega.ts';
import type { SecretoRotado } from '../../../../src/contract/recursos/webhook.ts';
import { HOUR_MS } from '../../../../src/domain/time.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { startSite } from '../../../support/machine/loopback.ts';
import { comando, RESTAURANTE_ID } from '../../../support/samples.ts';
import { signatureOf } from '../../../support/values/signature.ts';
import { assertError, type Client, withToken } from '../client.ts';
import { startDelivering } from '../webhooks/delivering.ts';
import { type Creado, create, post, remove } from '../webhooks/hooks.ts';

const signStandard = (secret: string, headers: IncomingHttpHeaders, body: Buffer): string => {
  const hmac = createHmac('sha256', Buffer.from(secret, 'hex'));
  const head = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`;
  return `v1,${hmac.update(head).update(body).digest('base64')}`;
};

/** A receiver that follows the contract strictly: it knows one secret, and answers 401 to other signatures. */
const startStrict = async () => {
  const taken: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const refused: unknown[] = [];
  const receiver = { url: '', secret: '', taken, refused };
  receiver.url = await startSite({ after }, async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const isSigned = request.headers['x-svc-firma'] === signatureOf(body, receiver.secret);
    (isSigned ? taken : refused).push({ headers: request.headers, body });
    response.writeHead(isSigned ? 204 : 401).end();
  });
  return receiver;
};

const rotate = async (ask: Client, { id }: Creado, body?: object) => {
  const how = body === undefined ? { method: 'POST' } : post(body);
  const reply = await ask<SecretoRotado>(`/webhooks/${id}/secreto`, how);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};

describeOnEngines('the secret of a webhook', async (engine) => {
  const { service, api, entregas, carryOut } = await startDelivering(engine, { after });
  const { token, llave } = await service.makeLlave();
  const ask = withToken(api, token);
  const receiver = await startStrict();

  /** The delivery of a new order, once it has arrived. */
  const deliver = async (id: string) => {
    const [pedidoId = ''] = await carryOut(comando.crear());
    const isOver = ({ pedido_id, estado }: { pedido_id: string; estado: string }) =>
      pedido_id === pedidoId && estado === 'entregada';
    const found = await entregas(id, (all) => all.some(isOver));
    return found.find(isOver);
  };

  test('is rotated, and a receiver that knows one of the two loses nothing', async () => {
    const made = await create(ask, { url: receiver.url });
    receiver.secret = made.secreto_firma;
    const beforeMs = Date.now();
    const { secreto_firma: fresh, anterior_hasta: until } = await rotate(ask, made);
    assert.match(fresh, /^[0-9a-f]{64}$/);
    assert.notEqual(fresh, made.secreto_firma);
    const lasts = Date.parse(until ?? '') - beforeMs;
    assert.ok(lasts >= 24 * HOUR_MS && lasts < 25 * HOUR_MS, String(until));

    // The receiver still has the old secret.
    assert.equal((await deliver(made.id))?.intentos, 1);
    const { headers, body } = receiver.taken.at(-1) ?? {};
    assert.ok(headers && body);
    assert.equal(headers['x-svc-firma-alterna'], signatureOf(body, fresh));
    const both = [made.secreto_firma, fresh].map((each) => signStandard(each, headers, body));
    assert.equal(headers['webhook-signature'], both.join(' '));

    // Now it has the new one: it finds it in the second signature, after one that it does not know.
    receiver.secret = fresh;
    const reply = await ask<Prueba>(`/webhooks/${made.id}/prueba`, { method: 'POST' });
    assert.equal(reply.body.entregada, true, reply.text);
    assert.equal(receiver.refused.length, 1);
    assert.equal(receiver.taken.at(-1)?.headers['x-svc-intento'], '2');
    assert.equal((await deliver(made.id))?.intentos, 1);
    assert.equal(receiver.refused.length, 1);

    const entries = await service.store.auditoria.list(RESTAURANTE_ID, 20);
    const entry = entries.find(({ accion }) => accion === 'webhook.secreto_rotado');
    assert.partialDeepStrictEqual(entry, {
      accion: 'webhook.secreto_rotado',
      objeto: made.id,
      actor: llave.id,
      detalle: { solape_horas: 24 },
    });
    await remove(ask, made.id);
  });

  test('that has leaked can be revoked at once, with all before it', async () => {
    const made = await create(ask, { url: receiver.url });
    await rotate(ask, made, { solape_horas: 168 });
    const { secreto_firma: fresh, anterior_hasta } = await rotate(ask, made, {
      solape_horas: 0,
    });
    assert.equal(anterior_hasta, null);
    receiver.secret = fresh;
    assert.equal((await deliver(made.id))?.intentos, 1);
    assert.equal(receiver.taken.at(-1)?.headers['x-svc-firma-alterna'], undefined);
    assert.doesNotMatch(String(receiver.taken.at(-1)?.headers['webhook-signature']), / /);
    await remove(ask, made.id);
  });

  test('is one of three at most, and a refused rotation gives the reason', async () => {
    const made = await create(ask);
    for (let i = 0; i < 2; i += 1) await rotate(ask, made, { solape_horas: 1 });
    const path = `/webhooks/${made.id}/secreto`;
    for (const body of [{}, { solape_horas: 169 }, { solape_horas: 1.5 }, { horas: 1 }]) {
      assertError(await ask(path, post(body)), 'parametro_invalido');
    }
    await rotate(ask, made, { solape_horas: 0 });
    await rotate(ask, made);
    await remove(ask, made.id);
  });

  test('stays when the address changes, and what is owed goes to the new one', async () => {
    const gone = await startSite({ after }, (_, response) => void response.writeHead(500).end());
    const made = await create(ask, { url: gone });
    receiver.secret = made.secreto_firma;
    const [pedidoId = ''] = await carryOut(comando.crear());
    await entregas(made.id, ([first]) => first?.ultimo_intento?.estado_http === 500);
    const change = { url: receiver.url, nombre: 'Nuevo', eventos: ['pedido.nuevo'] };
    const reply = await ask(`/webhooks/${made.id}`, { ...post(change), method: 'PATCH' });
    assert.partialDeepStrictEqual(reply.body, { id: made.id, ...change, activo: true });
    const [owed] = await entregas(made.id, ([first]) => first?.estado === 'entregada');
    assert.equal(owed?.pedido_id, pedidoId);
    // The new event types apply from now on.
    await carryOut(comando.avanzar(pedidoId, 'confirmado'));
    assert.equal((await deliver(made.id))?.intentos, 1);
    const types = (await entregas(made.id, () => true)).map(({ tipo }) => tipo);
    assert.deepEqual([...new Set(types)], ['pedido.nuevo']);
  });
});
