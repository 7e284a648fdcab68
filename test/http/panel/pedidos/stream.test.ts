import assert from 'node:assert/strict';
import test from 'node:test';
import type { Personas } from '../../../../src/contract/panel.ts';
import { accept } from '../../../storage/conformance/harness.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../../../support/samples.ts';
import { until } from '../../../support/until.ts';
import { placeIn } from '../../../support/values/place-in.ts';
import { listenTo, openSocket } from '../../../support/wire.ts';
import {
  createUser,
  OTHER_ID,
  PASSWORD,
  startPanelServer,
  startPanelWithAna,
} from '../panel-server.ts';

const PATH = `/restaurantes/${RESTAURANTE_ID}/stream`;

describeOnEngines("the panel's stream", (engine) => {
  test('continues after the board, without another restaurant’s events', async (t) => {
    const { as, store } = await startPanelServer(t, { engine });
    const [id = ''] = await accept(store, [comando.crear(samplePedido())]);
    const ana = await as('ana');
    const { body } = await ana.api<{ posicion: string }>(`/restaurantes/${RESTAURANTE_ID}/tablero`);
    await accept(store, [comando.avanzar(id, 'confirmado')]);
    const heard = await ana.listen(t, `${PATH}?Last-Event-ID=${body.posicion}`);
    assert.equal(heard.status, 200);
    assert.equal(heard.headers['content-type'], 'text/event-stream; charset=utf-8');
    assert.equal(heard.headers['cache-control'], 'no-store, no-transform');
    assert.match(String(heard.headers['content-security-policy']), /frame-ancestors 'none'/);
    await until(() => heard.text.includes('event: pedido.aceptado'));
    assert.match(heard.text, /"reanudacion":"continuada"/);
    assert.doesNotMatch(heard.text, /pedido\.nuevo/);
    const draft = { restaurante_id: OTHER_ID };
    const [foreign = ''] = await accept(store, [comando.crear(samplePedido(), draft)], OTHER_ID);
    await accept(store, [comando.avanzar(id, 'listo')]);
    await until(() => heard.text.includes('event: pedido.estado_cambiado'));
    assert.doesNotMatch(heard.text, new RegExp(foreign));
  });

  test('stays open as long as the session, and ends with it', async (t) => {
    const { as, store, tick } = await startPanelServer(t, { engine });
    const [ana, other] = [await as('ana'), await as('ana')];
    const [heard, stays] = [await ana.listen(t, PATH), await other.listen(t, PATH)];
    await until(() => heard.text.includes('conexion.ping') && stays.text.includes('ping'));
    for (let i = 0; i < 10; i += 1) tick();
    const [id = ''] = await accept(store, [comando.crear(samplePedido())]);
    await until(() => heard.text.includes(id) && stays.text.includes(id));
    await ana.api('/sesion', { method: 'DELETE' });
    await until(() => {
      tick();
      return heard.isOver;
    });
    assert.equal(stays.isOver, false);
    await other.api('/sesiones', { method: 'DELETE' });
    await until(() => {
      tick();
      return stays.isOver;
    });
  });

  for (const [what, path] of [
    ['puesto', { rol: 'gestoria' }],
    ['suspender', undefined],
    ['', 'DELETE'],
  ] as const) {
    test(`ends for somebody who loses the right: ${what || 'removed'}`, async (t) => {
      const { deps, as, browser, tick } = await startPanelServer(t, { engine });
      await createUser(deps, 'rosa@pepa.example', placeIn(RESTAURANTE_ID, 'encargada'));
      const [ana, rosa] = [await as('ana'), browser()];
      await rosa.signIn('rosa@pepa.example', PASSWORD);
      const people = `/restaurantes/${RESTAURANTE_ID}/personas`;
      const { datos } = (await ana.api<Personas>(people)).body;
      const id = datos.find(({ email }) => email.startsWith('rosa'))?.id;
      const [heard, stays] = [await rosa.listen(t, PATH), await ana.listen(t, PATH)];
      await until(() => heard.text.includes('conexion.ping') && stays.text.includes('ping'));
      const changed =
        path === 'DELETE'
          ? await ana.api(`${people}/${id}`, { method: path })
          : await ana.post(`${people}/${id}/${what}`, path);
      assert.equal(changed.status, 200);
      await until(() => {
        tick();
        return heard.isOver;
      });
      assert.equal(stays.isOver, false);
    });
  }
});

test('a stream behind another request on the same connection opens in its turn, after the whole answer before it', async (t) => {
  const { ana, publicUrl } = await startPanelWithAna(t);
  const get = (path: string) =>
    `GET /panel/api${path} HTTP/1.1\r\nHost: x\r\nCookie: ${ana.cookie}\r\nSec-Fetch-Site: same-origin\r\n\r\n`;
  const socket = await openSocket(publicUrl);
  socket.write(get(`/restaurantes/${RESTAURANTE_ID}/tablero`) + get(PATH));
  t.after(() => socket.destroy());
  const heard = listenTo(socket);
  await until(() => heard.text.includes('event: conexion.ping'));
  const [, first = '', second = ''] = heard.text.split('HTTP/1.1 ');
  assert.match(first, /^200 OK\r\n[\s\S]*\}$/);
  assert.match(second, /^200 OK\r\n(?:.+\r\n)*content-type: text\/event-stream/);
});
