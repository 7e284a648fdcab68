import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayRol, ROLES } from '../../../../src/contract/roles.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { RESTAURANTE_ID } from '../../../support/samples.ts';
import { placeIn } from '../../../support/values/place-in.ts';
import { assertRefused } from '../browser.ts';
import { createUser, OTHER_ID, PASSWORD, startPanelServer } from '../panel-server.ts';
import { PANEL_ROUTES } from './table.ts';

/** Parameters that are refused, so that no stream and no export begins. */
const REFUSED: Record<string, string> = {
  '/restaurantes/{rid}/stream': '?eventos=nada',
  '/restaurantes/{rid}/exportacion/{tabla}': '?formato=nada',
};

/** Every route of a restaurant, that of exports once for each kind of table. */
const ROUTES = PANEL_ROUTES.filter(({ access }) => access === 'restaurante').flatMap((route) => {
  const { pattern, path, right } = route;
  const tables = pattern.includes('{tabla}') ? ['iva', 'pagos', 'items', 'pedidos'] : ['iva'];
  return tables.map((tabla) => {
    const needed = typeof right === 'function' ? right({ tabla }) : right;
    if (needed === null) throw new Error(`${pattern} has no right`);
    const asked = path.replace('iva', tabla) + (REFUSED[pattern] ?? '');
    return { ...route, right: needed, path: asked };
  });
});

describeOnEngines('every route with every role', async (engine) => {
  for (const rol of ROLES) {
    test(`${rol}: what the table of rights says, and nothing elsewhere`, async (t) => {
      const { deps, browser, store } = await startPanelServer(t, { engine });
      await createUser(deps, 'rosa@pepa.example', placeIn(RESTAURANTE_ID, rol));
      const rosa = browser();
      await rosa.signIn('rosa@pepa.example', PASSWORD);
      const before = await store.auditoria.list(null, 100);
      for (const { method, path, right } of ROUTES) {
        const what = `${rol} ${method} ${path}`;
        const elsewhere = path.replace(RESTAURANTE_ID, OTHER_ID);
        assertRefused(await rosa.api(elsewhere, { method, body: {} }), 404, 'no_encontrado');
        const own = await rosa.api(path, { method, body: {} });
        if (mayRol(rol, right)) assert.ok(![401, 403, 429].includes(own.status), what);
        else assertRefused(own, 403, 'sin_permiso');
      }
      assert.deepEqual(await store.auditoria.list(null, 100), before);
    });
  }

  test('a suspended member is like a stranger, and a member of both sees each with its role', async (t) => {
    const { deps, browser, store } = await startPanelServer(t, { engine });
    await createUser(deps, 'rosa@pepa.example', {
      operador: false,
      puestos: [
        { restauranteId: RESTAURANTE_ID, rol: 'sala' },
        { restauranteId: OTHER_ID, rol: 'gestoria' },
      ],
    });
    const rosa = browser();
    await rosa.signIn('rosa@pepa.example', PASSWORD);
    const ask = (id: string, path: string) => rosa.api(`/restaurantes/${id}/${path}`);
    assert.equal((await ask(RESTAURANTE_ID, 'tablero')).status, 200);
    assertRefused(await ask(OTHER_ID, 'tablero'), 403, 'sin_permiso');
    const [{ usuarioId } = { usuarioId: '' }] = (await store.miembros.list(OTHER_ID)).filter(
      ({ rol }) => rol === 'gestoria',
    );
    const audit = {
      momentoMs: 0,
      actor: 'x',
      accion: 'x',
      objeto: 'x',
      restauranteId: null,
      detalle: {},
    };
    await store.miembros.change(
      OTHER_ID,
      usuarioId,
      { suspendidoMs: 1, endsScreens: false },
      audit,
    );
    assertRefused(await ask(OTHER_ID, 'perfil'), 404, 'no_encontrado');
    assert.equal((await ask(RESTAURANTE_ID, 'tablero')).status, 200);
  });
});
