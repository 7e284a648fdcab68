import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { makeUsuarios } from '../../../../src/admin/usuarios.ts';
import { systemClock } from '../../../../src/clock.ts';
import { makeMintId } from '../../../../src/domain/ids.ts';
import { makeRandomBytes } from '../../../../src/random.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../../../support/samples.ts';
import { startService } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import { carryOut, furnish } from '../../api/world.ts';
import { makeBrowser } from '../browser.ts';
import { PASSWORD } from '../panel-server.ts';

interface Ficha {
  eventos: {
    id: string;
    tipo: string;
    entregas: { webhook_id: string; id: string; estado: string; intentos: number }[];
  }[];
}
interface Salud {
  datos: { id: string; pendientes: number; por_empezar: number; motivo: string | null }[];
}

test('an order’s page shows where each of its events went; a webhook that is off falls behind', async (t) => {
  const service = await startService(t, { env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  await furnish(service);
  const receiver = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  t.after(() => receiver.close());
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

  const randomBytes = makeRandomBytes();
  const deps = { store: service.store, clock: systemClock, randomBytes };
  const made = await makeUsuarios({ ...deps, mintId: makeMintId(randomBytes) }).create(
    { email: 'ana@pepa.example', restauranteId: RESTAURANTE_ID },
    'cli:x',
  );
  assert.ok(made.outcome === 'created');
  const ana = makeBrowser(service.publicUrl, service.publicUrl);
  await ana.post('/alta', { token: made.setupToken, clave: PASSWORD });

  const base = `/restaurantes/${RESTAURANTE_ID}`;
  const { id: webhookId } = (await ana.post<{ id: string }>(`${base}/webhooks`, { url })).body;
  const [pedidoId] = await carryOut(service, comando.crear(samplePedido()));
  const read = async () => (await ana.api<Ficha>(`${base}/pedidos/${pedidoId}`)).body.eventos;
  await until(async () => (await read())[0]?.entregas[0]?.estado === 'entregada');
  const [evento] = await read();
  assert.equal(evento?.tipo, 'pedido.nuevo');
  assert.partialDeepStrictEqual(evento.entregas, [
    { webhook_id: webhookId, id: evento.id, estado: 'entregada', intentos: 1 },
  ]);

  await ana.post(`${base}/webhooks/${webhookId}/desactivar`);
  await carryOut(service, comando.avanzar(pedidoId ?? '', 'confirmado'));
  const { datos } = (await ana.api<Salud>(`${base}/salud/webhooks`)).body;
  assert.partialDeepStrictEqual(datos, [{ id: webhookId, motivo: 'manual', por_empezar: 1 }]);
});
