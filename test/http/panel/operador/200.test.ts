import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import type {
  Actividad,
  Cuenta,
  Lista,
  Llave,
  LlaveCreada,
  Pagina,
  Sesion,
  UsuarioDetalle,
  UsuarioInvitado,
} from '../../../../src/contract/panel.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { RESTAURANTE_ID } from '../../../support/samples.ts';
import { assertRefused } from '../browser.ts';
import { EMAIL, OTHER_ID, PASSWORD, startPanelServer } from '../panel-server.ts';

describeOnEngines('an operator', async (engine) => {
  test('suspends, resumes and switches ingestion, and the audit names the operator', async (t) => {
    const { as, store } = await startPanelServer(t, { engine });
    const operator = await as('operator');
    const act = (path: string, body?: object) =>
      operator.post<{ cuenta: object }>(`/operador/restaurantes/${RESTAURANTE_ID}/${path}`, body);
    assert.partialDeepStrictEqual((await act('suspender')).body.cuenta, { activo: false });
    assert.partialDeepStrictEqual((await act('suspender')).body.cuenta, { activo: false });
    assert.partialDeepStrictEqual((await act('reanudar')).body.cuenta, { activo: true });
    const off = await act('ingesta', { ingesta: false });
    assert.partialDeepStrictEqual(off.body.cuenta, { ingesta: false });
    const on = await act('ingesta', { ingesta: true });
    assert.partialDeepStrictEqual(on.body.cuenta, { ingesta: true });
    const audit = (await store.auditoria.list(RESTAURANTE_ID, 4)).map((entry) => [
      entry.accion,
      entry.actor,
    ]);
    assert.deepEqual(audit, [
      ['restaurante.ingesta_activada', EMAIL.operator],
      ['restaurante.ingesta_detenida', EMAIL.operator],
      ['restaurante.reanudado', EMAIL.operator],
      ['restaurante.suspendido', EMAIL.operator],
    ]);
    assertRefused(
      await operator.post('/operador/restaurantes/rest_nadie/suspender'),
      404,
      'no_encontrado',
    );
  });

  test('creates a user with a setup link, disables one and enables one again', async (t) => {
    const { as, browser } = await startPanelServer(t, { engine });
    const operator = await as('operator');
    const made = await operator.post<UsuarioInvitado>('/operador/usuarios', {
      email: 'Nuevo@Lola.example',
      operador: false,
      restaurantes: [{ id: OTHER_ID, rol: 'encargada' }],
    });
    assert.equal(made.status, 201);
    assert.partialDeepStrictEqual(made.body.usuario, {
      email: 'nuevo@lola.example',
      operador: false,
      estado: 'pendiente',
    });
    assert.partialDeepStrictEqual(made.body.usuario.restaurantes, [
      { id: OTHER_ID, nombre: 'Bar Lola', rol: 'encargada' },
    ]);
    const token = made.body.enlace.split('#')[1] ?? '';
    assert.match(made.body.enlace, /^http:\/\/panel\.example\/panel\/alta#[\w-]{43}$/);
    const nuevo = browser();
    assert.equal((await nuevo.post('/alta', { token, clave: PASSWORD })).status, 200);

    const estadoOf = async (email: string) => {
      const { datos } = (await operator.api<Lista<UsuarioDetalle>>('/operador/usuarios')).body;
      return datos.find((each) => each.email === email)?.estado;
    };
    assert.equal(await estadoOf('nuevo@lola.example'), 'activo');
    const base = `/operador/usuarios/${made.body.usuario.id}`;
    assert.partialDeepStrictEqual((await operator.post(`${base}/desactivar`)).body, {
      usuario: { estado: 'desactivado' },
    });
    assert.equal((await nuevo.api('/restaurantes')).status, 401);
    assert.equal((await nuevo.signIn('nuevo@lola.example', PASSWORD)).status, 401);
    assertRefused(await operator.post(`${base}/enlace`), 409, 'conflicto');
    await operator.post(`${base}/reactivar`);
    assert.equal((await nuevo.signIn('nuevo@lola.example', PASSWORD)).status, 200);

    const again = await operator.post<UsuarioInvitado>(`${base}/enlace`);
    assert.equal(again.status, 201);
    assert.notEqual(again.body.enlace, made.body.enlace);
    // The user stays unchanged until the link is used.
    assert.equal((await nuevo.api('/restaurantes')).status, 200);
  });

  test('deletes a disabled user, whose keys work on and whose e-mail is free again', async (t) => {
    const { as, store } = await startPanelServer(t, { engine });
    const [operator, ana] = [await as('operator'), await as('ana')];
    const { body } = await ana.post<LlaveCreada>(`/restaurantes/${RESTAURANTE_ID}/llaves`, {
      ...{ nombre: 'Cuadro de mando', etiqueta: 'live', alcances: ['carta.leer'] },
      expira_en: null,
    });
    const { usuario } = (await ana.api<{ sesion: Sesion }>('/sesion')).body.sesion;
    const path = `/operador/usuarios/${usuario.id}`;
    const remove = () => operator.api(path, { method: 'DELETE' });
    assertRefused(await remove(), 409, 'conflicto');
    assert.equal((await ana.api('/restaurantes')).status, 200);
    await operator.post(`${path}/desactivar`);
    const deleted = await remove();
    assert.deepEqual([deleted.status, deleted.body], [200, { id: usuario.id, eliminado: true }]);
    assertRefused(await remove(), 404, 'no_encontrado');
    assertRefused(await operator.post(`${path}/reactivar`), 404, 'no_encontrado');
    assert.equal((await ana.signIn(EMAIL.ana, PASSWORD)).status, 401);

    const [entry] = await store.auditoria.list(RESTAURANTE_ID, 1);
    assert.partialDeepStrictEqual(entry, {
      ...{ accion: 'usuario.eliminado', actor: EMAIL.operator, objeto: usuario.id },
      detalle: { email: EMAIL.ana },
    });
    const listed = await operator.api<Lista<Llave>>(`/restaurantes/${RESTAURANTE_ID}/llaves`);
    assert.partialDeepStrictEqual(listed.body.datos, [
      { id: body.llave.id, estado: 'activa', creador: usuario.id },
    ]);
    const restaurantes = [{ id: RESTAURANTE_ID, rol: 'propietaria' }];
    const again = { email: EMAIL.ana, operador: false, restaurantes };
    assert.equal((await operator.post('/operador/usuarios', again)).status, 201);
  });
});

describe('an operator', async () => {
  test('cannot disable or delete oneself, nor create an invalid user', async (t) => {
    const { as } = await startPanelServer(t);
    const operator = await as('operator');
    const { datos } = (await operator.api<Lista<UsuarioDetalle>>('/operador/usuarios')).body;
    const self = datos.find(({ email }) => email === EMAIL.operator);
    assert.ok(self);
    assertRefused(
      await operator.post(`/operador/usuarios/${self.id}/desactivar`),
      409,
      'conflicto',
    );
    const own = await operator.api(`/operador/usuarios/${self.id}`, { method: 'DELETE' });
    assertRefused(own, 409, 'conflicto');
    const make = (email: string, restauranteId: string | null) =>
      operator.post('/operador/usuarios', {
        email,
        operador: restauranteId === null,
        restaurantes: restauranteId === null ? [] : [{ id: restauranteId, rol: 'propietaria' }],
      });
    assertRefused(await make('no es un correo', null), 400, 'parametro_invalido');
    assertRefused(await make('x@x.example', 'rest_nadie'), 400, 'parametro_invalido');
    assertRefused(await make(EMAIL.ana, null), 409, 'conflicto');
    for (const act of ['desactivar', 'reactivar', 'enlace']) {
      assertRefused(
        await operator.post(`/operador/usuarios/usr_nadie/${act}`),
        404,
        'no_encontrado',
      );
    }
  });

  test('sees every restaurant, and finds one by part of its name', async (t) => {
    const { as } = await startPanelServer(t);
    const [operator, ana] = [await as('operator'), await as('ana')];
    const ids = async (browser: typeof ana, query: string) => {
      const { body } = await browser.api<Pagina<Cuenta>>(`/restaurantes${query}`);
      return [body.datos.map(({ id }) => id), body.siguiente];
    };
    assert.deepEqual(await ids(operator, ''), [[OTHER_ID, RESTAURANTE_ID], null]);
    assert.deepEqual(await ids(operator, '?limite=1'), [[OTHER_ID], OTHER_ID]);
    assert.deepEqual(await ids(operator, `?limite=1&despues_de=${OTHER_ID}`), [
      [RESTAURANTE_ID],
      RESTAURANTE_ID,
    ]);
    assert.deepEqual(await ids(operator, '?buscar=BÁR'), [[OTHER_ID], null]);
    assert.deepEqual(await ids(ana, ''), [[RESTAURANTE_ID], null]);
    assert.deepEqual(await ids(ana, '?buscar=bar'), [[], null]);
  });

  test('sees the whole audit, page by page; a restaurant’s user only its own part', async (t) => {
    const { as } = await startPanelServer(t);
    const [operator, ana, lola] = [await as('operator'), await as('ana'), await as('lola')];
    await lola.api('/sesion', { method: 'DELETE' });
    const all: Actividad[] = [];
    let cursor = '';
    for (;;) {
      const page = await operator.api<Pagina<Actividad>>(`/operador/actividad?limite=3${cursor}`);
      all.push(...page.body.datos);
      if (page.body.siguiente === null) break;
      cursor = `&cursor=${page.body.siguiente}`;
    }
    const ids = all.map(({ id }) => Number(id));
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
    );
    assert.ok(all.some(({ actor }) => actor === EMAIL.lola));
    const own = await ana.api<Pagina<Actividad>>(
      `/restaurantes/${RESTAURANTE_ID}/actividad?limite=100`,
    );
    assert.ok(own.body.datos.length > 0);
    assert.ok(own.body.datos.every((each) => each.restaurante_id === RESTAURANTE_ID));
    for (const bad of ['x', '-1', '1e9']) {
      assertRefused(
        await operator.api(`/operador/actividad?cursor=${bad}`),
        400,
        'parametro_invalido',
      );
    }
  });

  test('sees the state of the service', async (t) => {
    const { as } = await startPanelServer(t);
    const { body } = await (await as('operator')).api('/operador/sistema');
    assert.partialDeepStrictEqual(body, {
      version: '0.0.0',
      motor: 'sqlite',
      base_datos: { ok: true },
      restaurantes: 2,
      usuarios: 3,
      llaves_activas: 0,
    });
  });
});
