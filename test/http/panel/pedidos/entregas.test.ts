import assert from 'node:assert/strict';
import test from 'node:test';
import { makeUsuarios } from '../../../../src/admin/usuarios.ts';
import type { FichaPedido, Lista, SaludWebhook } from '../../../../src/contract/panel.ts';
import { makeMintId } from '../../../../src/domain/ids.ts';
import { systemClock } from '../../../../src/platform/clock.ts';
import { makeRandomBytes } from '../../../../src/platform/random.ts';
import { startSite } from '../../../support/machine/loopback.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../../../support/samples.ts';
import { startService } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import { placeIn } from '../../../support/values/place-in.ts';
import { carryOut, seedSampleRestaurant } from '../../api/world.ts';
import { makeBrowser } from '../browser.ts';
import { PASSWORD } from '../panel-server.ts';

test('an order’s page shows where each of its events went; a webhook that is off falls behind', async (t) => {
  const service = await startService(t, { env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  await seedSampleRestaurant(service);
  const url = await startSite(t, (_, response) => void response.end());

  const randomBytes = makeRandomBytes();
  const deps = { store: service.store, clock: systemClock, randomBytes };
  const made = await makeUsuarios({ ...deps, mintId: makeMintId(randomBytes) }).create(
    { email: 'ana@pepa.example', ...placeIn(RESTAURANTE_ID) },
    'cli:x',
  );
  assert.ok(made.outcome === 'created');
  const ana = makeBrowser(service.publicUrl, service.publicUrl);
  await ana.post('/alta', { token: made.setupToken, clave: PASSWORD });

  const base = `/restaurantes/${RESTAURANTE_ID}`;
  const { id: webhookId } = (await ana.post<{ id: string }>(`${base}/webhooks`, { url })).body;
  const [pedidoId] = await carryOut(service, comando.crear(samplePedido()));
  const read = async () => (await ana.api<FichaPedido>(`${base}/pedidos/${pedidoId}`)).body.eventos;
  await until(async () => (await read())[0]?.entregas[0]?.estado === 'entregada');
  const [evento] = await read();
  assert.equal(evento?.tipo, 'pedido.nuevo');
  assert.partialDeepStrictEqual(evento.entregas, [
    { webhook_id: webhookId, id: evento.id, estado: 'entregada', intentos: 1 },
  ]);

  await ana.post(`${base}/webhooks/${webhookId}/desactivar`);
  await carryOut(service, comando.avanzar(pedidoId ?? '', 'confirmado'));
  const { datos } = (await ana.api<Lista<SaludWebhook>>(`${base}/salud/webhooks`)).body;
  assert.partialDeepStrictEqual(datos, [{ id: webhookId, motivo: 'manual', por_empezar: 1 }]);
});
