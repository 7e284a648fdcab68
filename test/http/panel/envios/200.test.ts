import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EnvioProgramado, EnviosProgramados } from '../../../../src/contract/panel.ts';
import { ENVIOS_MAX } from '../../../../src/storage/port/deliveries/envios.ts';
import { column } from '../../../support/columns.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { freePort } from '../../../support/machine/loopback.ts';
import { RESTAURANTE_ID } from '../../../support/samples.ts';
import { placeIn } from '../../../support/values/place-in.ts';
import { assertRefused } from '../browser.ts';
import { createUser, EMAIL, OTHER_ID, PASSWORD, startPanelServer } from '../panel-server.ts';

const BASE = `/restaurantes/${RESTAURANTE_ID}/envios`;
const SECRET = 'una contraseña que nadie ve';

describeOnEngines('scheduled deliveries in the panel', (engine) => {
  test('are made, paused, resumed, tested and deleted; no answer has the secret', async (t) => {
    const server = await startPanelServer(t, { engine });
    const { as, store } = server;
    const ana = await as('ana');
    const url = `http://127.0.0.1:${await freePort()}`;
    const input = {
      nombre: 'IVA del mes',
      que: {
        ...{ clase: 'tabla', tabla: 'iva', formato: 'xlsx', estilo: 'programa' },
        ...{ fecha: 'factura', idioma: 'es' },
      },
      cuando: { cada: 'mes', a_las: '07:00' },
      destino: {
        ...{ clase: 's3', url, region: 'eu-west-1', cubo: 'cuentas' },
        ...{ prefijo: 'pepa/', clave: 'AKID' },
      },
      secreto: SECRET,
    };
    const made = await ana.post<EnvioProgramado>(BASE, input);
    assert.equal(made.status, 201);
    const { id, proximo_en, responsable } = made.body;
    assert.deepEqual([proximo_en, responsable], ['2026-12-01T06:00:00.000Z', EMAIL.ana]);
    const listed = await ana.api<EnviosProgramados>(BASE);
    assert.deepEqual(column(listed.body.datos, 'id'), [id]);
    assert.equal(listed.body.correo, false);
    const one = await ana.api(`${BASE}/${id}`);
    for (const { text } of [made, listed, one]) assert.ok(!text.includes(SECRET));
    assert.ok(server.lines.every((line) => !JSON.stringify(line).includes(SECRET)));

    const tested = await ana.post(`${BASE}/${id}/prueba`);
    assert.partialDeepStrictEqual(tested.body, { ok: false, fallo: 'conexion' });
    assert.equal((await ana.post(`${BASE}/${id}/pausar`)).status, 200);
    assert.equal((await ana.api<EnviosProgramados>(BASE)).body.datos[0]?.proximo_en, null);
    assert.equal((await ana.post(`${BASE}/${id}/reanudar`)).status, 200);
    assertRefused(
      await ana.post(`${BASE}/${id}/repetir`, { ejecucion: 'x' }),
      404,
      'no_encontrado',
    );

    // Mail is off here; the table of orders has customers; addresses are those of webhooks.
    const correo = { clase: 'correo', para: 'gestoria@example.com' };
    for (const wrong of [
      { destino: correo },
      { que: { ...input.que, tabla: 'pedidos' } },
      { destino: { ...input.destino, url: 'http://10.0.0.1' } },
      { destino: { ...input.destino, prefijo: '../<' } },
      { secreto: null },
      { cuando: { cada: 'mes', a_las: '24:00' } },
    ]) {
      const refused = await ana.post(BASE, { ...input, ...wrong });
      assertRefused(refused, 400, 'parametro_invalido');
    }
    const lola = await as('lola');
    const elsewhere = BASE.replace(RESTAURANTE_ID, OTHER_ID);
    for (const path of ['', '/prueba', '/pausar', '/repetir']) {
      const method = path === '' ? 'GET' : 'POST';
      const body = path === '/repetir' ? { ejecucion: 'x' } : undefined;
      const asked = await lola.api(`${elsewhere}/${id}${path}`, { method, body });
      assertRefused(asked, 404, 'no_encontrado');
    }
    for (let n = 1; n < ENVIOS_MAX; n += 1) {
      assert.equal((await ana.post(BASE, input)).status, 201);
    }
    assertRefused(await ana.post(BASE, input), 409, 'conflicto');
    assert.equal((await ana.api(`${BASE}/${id}`, { method: 'DELETE' })).status, 200);
    assertRefused(await ana.api(`${BASE}/${id}`), 404, 'no_encontrado');
    const actions = column(await store.auditoria.list(RESTAURANTE_ID, 100), 'accion');
    for (const accion of ['creado', 'probado', 'pausado', 'reanudado', 'eliminado']) {
      assert.ok(actions.includes(`envio.${accion}`), accion);
    }
  });

  test('pass to an owner when their maker leaves', async (t) => {
    const { as, browser, deps, store, clock } = await startPanelServer(t, { engine });
    await createUser(deps, 'rosa@pepa.example', placeIn(RESTAURANTE_ID, 'gestoria'));
    const rosa = browser();
    await rosa.signIn('rosa@pepa.example', PASSWORD);
    const made = await rosa.post<EnvioProgramado>(BASE, {
      ...{ nombre: 'Caja', que: { clase: 'caja', fecha: 'creacion', idioma: 'es' } },
      cuando: { cada: 'dia', a_las: '07:00' },
      destino: {
        ...{ clase: 's3', url: `http://127.0.0.1:${await freePort()}`, region: 'eu-west-1' },
        ...{ cubo: 'c', prefijo: '', clave: 'AKID' },
      },
      secreto: SECRET,
    });
    assert.equal(made.body.responsable, 'rosa@pepa.example');
    const found = await store.usuarios.findByEmail('rosa@pepa.example');
    const audit = {
      ...{ momentoMs: clock.now(), actor: EMAIL.ana, accion: 'persona.quitada' },
      ...{ objeto: found?.usuario.id ?? '', restauranteId: RESTAURANTE_ID, detalle: {} },
    };
    const cambio = { isRemoved: true, endsScreens: true } as const;
    await store.miembros.change(RESTAURANTE_ID, found?.usuario.id ?? '', cambio, audit);
    const ana = await as('ana');
    const { datos } = (await ana.api<EnviosProgramados>(BASE)).body;
    assert.deepEqual(column(datos, 'responsable'), [EMAIL.ana]);
    const actions = column(await store.auditoria.list(RESTAURANTE_ID, 10), 'accion');
    assert.ok(actions.includes('envio.traspasado'));
  });
});
