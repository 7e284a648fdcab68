import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LLAVES_ACTIVAS_MAX } from '../../../../src/storage/port/accounts.ts';
import { RESTAURANTE_ID } from '../../../support/samples.ts';
import { until } from '../../../support/until.ts';
import { SESSION_LIMIT } from '../../api/door.ts';
import { OTHER_ID, startPanelServer } from '../panel-server.ts';

const BASE = `/restaurantes/${RESTAURANTE_ID}`;

describe('limits of the panel', () => {
  test('limite_alcanzado: a session has so many requests in a minute; another one is not affected', async (t) => {
    const panel = await startPanelServer(t);
    const [ana, again] = [await panel.as('ana'), await panel.as('ana')];
    const statuses = await Promise.all(
      Array.from({ length: SESSION_LIMIT + 20 }, async () => (await ana.api('/sesion')).status),
    );
    assert.equal(statuses.filter((status) => status === 200).length, SESSION_LIMIT);
    const refused = await ana.api(`${BASE}/llaves`);
    assert.equal(refused.status, 429);
    assert.equal(refused.body['codigo'], 'limite_alcanzado');
    assert.equal(refused.headers['retry-after'], '60');
    assert.equal((await again.api('/sesion')).status, 200);
    panel.clock.advance(60_000);
    assert.equal((await ana.api('/sesion')).status, 200);
  });

  test('conflicto: a restaurant has at most so many active keys', async (t) => {
    const panel = await startPanelServer(t);
    const ana = await panel.as('ana');
    const nueva = { etiqueta: 'live', alcances: ['carta.leer'], expira_en: null };
    const create = (n: number) => ana.post(`${BASE}/llaves`, { nombre: `llave ${n}`, ...nueva });
    for (let n = 0; n < LLAVES_ACTIVAS_MAX; n += 1) assert.equal((await create(n)).status, 201);
    const { status, body } = await create(99);
    assert.equal(status, 409);
    assert.match(String(body['error']), /50 llaves activas/);
    const { datos } = (await ana.api<{ datos: { id: string }[] }>(`${BASE}/llaves`)).body;
    const rotated = await ana.post(`${BASE}/llaves/${datos[0]?.id}/rotar`, { gracia_s: 60 });
    assert.equal(rotated.status, 409);
    assert.equal((await ana.post(`${BASE}/llaves/${datos[0]?.id}/revocar`)).status, 200);
    assert.equal((await create(100)).status, 201);
  });

  test('limite_alcanzado: so many boards of a restaurant at once', async (t) => {
    const panel = await startPanelServer(t);
    const [ana, lola] = [await panel.as('ana'), await panel.as('lola')];
    const gate = Promise.withResolvers<void>();
    let counting = 0;
    Object.assign(panel.store.pedidos, {
      async count() {
        counting += 1;
        await gate.promise;
        return 0;
      },
    });
    const statuses: number[] = [];
    const asked = Array.from({ length: 40 }, async () => {
      statuses.push((await ana.api(`${BASE}/tablero`)).status);
    });
    await until(() => statuses.length === 8);
    // Each of the two counts the orders in seven states.
    assert.equal(counting, 2 * 7);
    // The other restaurant has turns of its own.
    assert.equal((await lola.api(`/restaurantes/${OTHER_ID}/zonas`)).status, 200);
    gate.resolve();
    await Promise.all(asked);
    assert.deepEqual(statuses.toSorted(), [...Array(32).fill(200), ...Array(8).fill(429)]);
    // None holds its place once it has ended.
    assert.equal((await ana.api(`${BASE}/tablero`)).status, 200);
  });
});
