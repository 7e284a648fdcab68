import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { describeOnEngines } from '../../support/engines.ts';
import { startReceiver } from '../../support/receiver/receiver.ts';
import { comando, RESTAURANTE_ID } from '../../support/samples.ts';
import { INGEST_KEY, startServiceOn } from '../../support/service.ts';
import { until } from '../../support/until.ts';

describeOnEngines('the whole service', (engine) => {
  test('an order of the private door reaches a registered address, signed, and is counted', async (t) => {
    const receiver = await startReceiver(t);
    const service = await startServiceOn(engine, t, { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
    await service.command(comando.guardarRestaurante());
    const { token } = await service.makeLlave();
    const created = await fetch(`${service.publicUrl}/api/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${receiver.ports.http}/status/200` }),
    });
    assert.equal(created.status, 201);
    const { secreto_firma: secreto } = (await created.json()) as { secreto_firma: string };
    const [answer] = await service.command(comando.crear());
    const [arrived] = await receiver.requests('/status/200');
    assert.ok(arrived && answer);
    assert.equal(arrived.headers['x-svc-id'], answer.evento_id);
    assert.equal(arrived.headers['x-svc-evento'], 'pedido.nuevo');
    assert.equal(arrived.headers['x-svc-intento'], '1');
    const firma = createHmac('sha256', secreto)
      .update(Buffer.from(arrived.bodyBase64, 'base64'))
      .digest('hex');
    assert.equal(arrived.headers['x-svc-firma'], firma);
    const metrics = async (): Promise<string> => {
      const headers = { authorization: `Bearer ${INGEST_KEY}` };
      return (await fetch(`${service.privateUrl}/metrics`, { headers })).text();
    };
    const attempt = 'comanda_webhook_attempts_total{result="success",kind="fresh"} 1';
    await until(async () => (await metrics()).includes(attempt));
    await until(async () => (await metrics()).includes('comanda_webhook_owed 0'));
    const [entrega] = await service.store.webhooks.entregas.ofEvents(RESTAURANTE_ID, [1]);
    assert.deepEqual([entrega?.estado, entrega?.status], ['entregada', 200]);
  });
});
