import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cierre } from '../../../../src/contract/dinero/cierre.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { RESTAURANTE_ID } from '../../../support/samples.ts';
import { placeIn } from '../../../support/values/place-in.ts';
import { assertRefused } from '../browser.ts';
import { createUser, EMAIL, PASSWORD, startPanelWithAna } from '../panel-server.ts';

const CLOSINGS = `/restaurantes/${RESTAURANTE_ID}/cierres`;

describeOnEngines('closed months', async (engine) => {
  test('an owner and an accountant close a month that is over', async (t) => {
    const { ana, deps, browser, store } = await startPanelWithAna(t, { engine });
    const month = { mes: '2025-10', fecha: 'creacion' };
    const made = await ana.post<Cierre>(CLOSINGS, month);
    assert.equal(made.status, 201);
    assert.equal(made.body.creado_por, EMAIL.ana);
    await createUser(deps, 'gloria@gestoria.example', placeIn(RESTAURANTE_ID, 'gestoria'));
    const gloria = browser();
    await gloria.signIn('gloria@gestoria.example', PASSWORD);
    const again = await gloria.post<Cierre>(CLOSINGS, month);
    assert.equal(again.body.sustituye, made.body.id);
    const listed = await gloria.api<{ datos: Cierre[] }>(CLOSINGS);
    assert.deepEqual(listed.body.datos, [again.body, made.body]);
    const changes = await ana.api(`${CLOSINGS}/${made.body.id}/cambios`);
    assert.deepEqual(changes.body, { datos: [] });
    const [entry] = await store.auditoria.list(RESTAURANTE_ID, 1);
    assert.equal(entry?.accion, 'cierre.creado');
    assert.equal(entry?.actor, 'gloria@gestoria.example');
  });

  test('a month that is not over, no month and no date are refused', async (t) => {
    const { ana } = await startPanelWithAna(t, { engine });
    for (const wrong of [{ mes: '2099-01' }, { mes: '2025-13' }, { mes: '' }, { fecha: 'otra' }]) {
      const asked = { mes: '2025-10', fecha: 'creacion', ...wrong };
      assertRefused(await ana.post(CLOSINGS, asked), 400, 'parametro_invalido');
    }
  });
});
