import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { REENVIOS_OPEN_MAX } from '../../../../src/storage/port/webhooks.ts';
import { auditEntry } from '../../../storage/conformance/harness.ts';
import { comando, RESTAURANTE_ID } from '../../../support/samples.ts';
import { until } from '../../../support/until.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';
import { create, post } from '../webhooks/hooks.ts';

const { service, ask, carryOut } = await startApi({ after });
const { id } = await create(ask);
const path = `/webhooks/${id}`;

describe('a re-send needs a delivery or a period', () => {
  const wrong: [body: unknown, message: RegExp][] = [
    [{}, /«entrega» o «desde»/],
    [{ entrega: 'evt_1', desde: '2026-11-14' }, /«entrega» o «desde»/],
    [{ entrega: 'ped_1' }, /«\/entrega»/],
    [{ entrega: 7 }, /«\/entrega»/],
    [{ desde: 'ayer' }, /«\/desde» del cuerpo: no es una fecha/],
    [{ desde: '2026-11-14T10:00:00' }, /«\/desde»/],
    [{ desde: '' }, /«\/desde»/],
    [{ hasta: '2026-11-14' }, /«\/hasta»/],
  ];
  for (const [body, message] of wrong) {
    test(JSON.stringify(body), async () => {
      const reply = await ask(`${path}/reenvios`, post(body));
      assert.match(assertError(reply, 'parametro_invalido').error, message);
    });
  }
});

test('an event that is not in the log is not found', async () => {
  const reply = await ask(`${path}/reenvios`, post({ entrega: 'evt_desconocido' }));
  assertError(reply, 'no_encontrado');
});

test('the unfinished re-sends of a webhook are limited', async () => {
  await carryOut(comando.crear());
  const deliveries = async () =>
    (await ask<{ datos: { intentos: number }[] }>(`${path}/entregas`)).body.datos;
  // Nobody receives the delivery, so that it stays owed.
  await until(async () => (await deliveries()).some(({ intentos }) => intentos > 0));
  const { reenvios } = service.store.webhooks;
  for (let i = 0; i < REENVIOS_OPEN_MAX; i += 1) {
    const reenvio = { id: `rnv_${i}`, restauranteId: RESTAURANTE_ID, webhookId: id, creadoMs: i };
    await reenvios.create(reenvio, { desdeMs: 0 }, auditEntry());
  }
  const reply = await ask(`${path}/reenvios`, post({ desde: '2026-01-01T00:00:00Z' }));
  const { error } = assertError(reply, 'parametro_invalido');
  assert.match(error, /ya tiene 200 reenvíos sin terminar/);
});
