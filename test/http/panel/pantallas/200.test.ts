import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePantallas } from '../../../../src/admin/pantallas.ts';
import type {
  Actividad,
  CategoriaCocina,
  Lista,
  Pagina,
  Pantalla,
  PantallaCreada,
  PedidoPantalla,
  Personas,
  Tablero,
} from '../../../../src/contract/panel.ts';
import { PANTALLAS_MAX } from '../../../../src/storage/port/pantallas.ts';
import { accept } from '../../../storage/conformance/harness.ts';
import { column } from '../../../support/columns.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../../../support/samples.ts';
import { until } from '../../../support/until.ts';
import { placeIn } from '../../../support/values/place-in.ts';
import { SESSION_LIMIT } from '../../api/door.ts';
import { assertRefused, type Browser } from '../browser.ts';
import { PANEL_ROUTES } from '../every-route/table.ts';
import {
  createUser,
  EMAIL,
  OTHER_ID,
  PASSWORD,
  type PanelServer,
  startPanelServer,
} from '../panel-server.ts';

const BASE = `/restaurantes/${RESTAURANTE_ID}/pantallas`;
/** Fields of an order that a screen on a wall must not show. */
const PRIVATE = [
  ...['telefono', 'email', 'direccion', 'pago', 'totales', 'entrega', 'fiscal'].map(
    (field) => `"${field}"`,
  ),
  '_cents',
];

const makeScreen = async (person: Browser, base = BASE) => {
  const screen = { nombre: 'Barra', clase: 'cocina' };
  const { status, body } = await person.post<PantallaCreada>(base, screen);
  assert.equal(status, 201);
  const { pantalla, enlace } = body;
  const { pathname, hash } = new URL(enlace);
  assert.equal(pathname, `/panel/pantalla/${pantalla.id}`);
  assert.match(hash, /^#[\w-]{43}$/);
  return { pantalla, token: hash.slice(1), path: `/pantalla/${pantalla.id}` };
};

/** A browser that has opened the link of a new screen. */
const openScreen = async ({ browser }: PanelServer, person: Browser) => {
  const made = await makeScreen(person);
  const wall = browser();
  const opened = await wall.post(`${made.path}/abrir`, { token: made.token });
  assert.equal(opened.status, 200);
  return { ...made, wall, opened };
};

describeOnEngines('a screen', (engine) => {
  test('shows the open orders without what concerns the customer alone, and nothing else', async (t) => {
    const server = await startPanelServer(t, { engine });
    const { as, store, clock } = server;
    const [id = ''] = await accept(store, [comando.crear(samplePedido())]);
    await accept(store, [comando.crear(samplePedido(), { restaurante_id: OTHER_ID })], OTHER_ID);
    const ana = await as('ana');
    const { pantalla, token, path, wall, opened } = await openScreen(server, ana);
    const cookie = String(opened.headers['set-cookie']);
    assert.match(cookie, /^comanda_pantalla=/);
    assert.match(cookie, new RegExp(`Path=/panel/api/pantalla/${pantalla.id}; HttpOnly; SameSite`));
    assert.deepEqual(opened.body['pantalla'], {
      id: pantalla.id,
      nombre: 'Barra',
      clase: 'cocina',
    });

    const tablero = await wall.api<Tablero<PedidoPantalla>>(`${path}/tablero`);
    const shown = tablero.body.columnas.flatMap(({ pedidos }) => pedidos);
    assert.deepEqual(column(shown, 'id'), [id]);
    const heard = await wall.listen(t, `${path}/stream`);
    await until(() => heard.text.includes('conexion.ping'));
    await accept(store, [comando.avanzar(id, 'confirmado')]);
    await until(() => heard.text.includes('event: pedido.aceptado'));
    const { posicion } = tablero.body;
    const replayed = await wall.listen(t, `${path}/stream?Last-Event-ID=${posicion}`);
    await until(() => replayed.text.includes('event: pedido.aceptado'));
    const { cliente, direccion, items } = samplePedido();
    for (const text of [tablero.text, heard.text, replayed.text]) {
      assert.ok(text.includes(cliente.nombre) && text.includes(items[0]?.nombre ?? '?'));
      for (const word of [...PRIVATE, cliente.telefono, cliente.email, direccion?.linea ?? '?']) {
        assert.ok(!text.includes(word), word);
      }
    }

    // Neither the token nor the cookie opens anything of the panel.
    const own = PANEL_ROUTES.filter(({ access }) => access === 'pantalla');
    assert.equal(own.length, 4);
    const categorias = await wall.api<Lista<CategoriaCocina>>(`${path}/categorias`);
    assert.deepEqual(categorias.body.datos, []);
    for (const { method, path: each, access } of PANEL_ROUTES) {
      if (access === 'anyone' || access === 'pantalla') continue;
      for (const name of ['comanda_pantalla', 'comanda_sesion']) {
        const headers = { cookie: `${name}=${token}` };
        assertRefused(await wall.api(each, { method, body: {}, headers }), 401, 'sesion_ausente');
      }
    }
    // A session, or the token of another screen, does not open this screen either.
    const lola = await makeScreen(await as('lola'), BASE.replace(RESTAURANTE_ID, OTHER_ID));
    for (const cookie of [ana.cookie, `comanda_pantalla=${lola.token}`]) {
      for (const { path: each } of own) {
        const refused = await wall.api(each.replace('xxx_1', pantalla.id), { headers: { cookie } });
        assertRefused(refused, 401, 'pantalla_retirada');
      }
    }
    const stolen = await wall.post(`${path}/abrir`, { token: lola.token });
    assertRefused(stolen, 401, 'pantalla_retirada');
    assertRefused(await ana.post(`${BASE}/${lola.pantalla.id}/revocar`), 404, 'no_encontrado');

    // The open stream, a minute later, counts as being seen.
    const seen = async () =>
      (await ana.api<Lista<Pantalla>>(BASE)).body.datos.find((each) => each.id === pantalla.id);
    clock.advance(61_000);
    await until(async () => {
      server.tick();
      return (await seen())?.vista_en === new Date(clock.now()).toISOString();
    });
    const found = await store.pantallas.find([pantalla.id]);
    assert.ok(!JSON.stringify([...found.values()]).includes(token), 'stored as a hash only');
    assert.ok(server.lines.every((line) => !JSON.stringify(line).includes(token)));
  });

  test('goes dark when it is revoked, here or in another process, and is in the audit', async (t) => {
    const server = await startPanelServer(t, { engine });
    const ana = await server.as('ana');
    const { pantalla, token, path, wall } = await openScreen(server, ana);
    const other = await openScreen(server, ana);
    const goesDark = async (screen: typeof other, act: () => Promise<unknown>) => {
      const heard = await screen.wall.listen(t, `${screen.path}/stream`);
      await until(() => heard.text.includes('conexion.ping'));
      await act();
      await until(() => {
        server.tick();
        return heard.isOver;
      });
      const refused = await screen.wall.api(`${screen.path}/tablero`);
      assertRefused(refused, 401, 'pantalla_retirada');
      const again = await server.browser().post(`${screen.path}/abrir`, { token: screen.token });
      assertRefused(again, 401, 'pantalla_retirada');
    };
    await goesDark(other, () => ana.post(`${BASE}/${other.pantalla.id}/revocar`));
    assertRefused(await ana.post(`${BASE}/${other.pantalla.id}/revocar`), 404, 'no_encontrado');
    const elsewhere = makePantallas({ ...server.deps, store: await server.another() });
    const third = await openScreen(server, ana);
    await goesDark(third, () => elsewhere.revoke(third.pantalla.id, 'cli:olga'));
    // A device that opens the same link again, after a restart, adds no entry to the activity.
    assert.equal((await wall.post(`${path}/abrir`, { token })).status, 200);
    const { body } = await ana.api<Pagina<Actividad>>(`/restaurantes/${RESTAURANTE_ID}/actividad`);
    const acts = body.datos.filter(({ accion }) => accion.startsWith('pantalla.'));
    assert.deepEqual(
      acts.map(({ accion, actor, objeto }) => [accion, actor, objeto]),
      [
        ['pantalla.revocada', 'cli:olga', third.pantalla.id],
        ['pantalla.abierta', `pantalla:${third.pantalla.id}`, third.pantalla.id],
        ['pantalla.creada', EMAIL.ana, third.pantalla.id],
        ['pantalla.revocada', EMAIL.ana, other.pantalla.id],
        ['pantalla.abierta', `pantalla:${other.pantalla.id}`, other.pantalla.id],
        ['pantalla.creada', EMAIL.ana, other.pantalla.id],
        ['pantalla.abierta', `pantalla:${pantalla.id}`, pantalla.id],
        ['pantalla.creada', EMAIL.ana, pantalla.id],
      ],
    );
    const people = `/restaurantes/${RESTAURANTE_ID}/personas`;
    for (const [act, body] of [
      ['puesto', { rol: 'gestoria' }],
      ['suspender', undefined],
      ['', 'DELETE'],
    ] as const) {
      const email = `${act || 'fuera'}@pepa.example`;
      await createUser(server.deps, email, placeIn(RESTAURANTE_ID, 'encargada'));
      const member = server.browser();
      await member.signIn(email, PASSWORD);
      const { datos } = (await ana.api<Personas>(people)).body;
      const id = datos.find((each) => each.email === email)?.id;
      await goesDark(await openScreen(server, member), () =>
        body === 'DELETE'
          ? ana.api(`${people}/${id}`, { method: body })
          : ana.post(`${people}/${id}/${act}`, body),
      );
    }
    await goesDark({ pantalla, token, path, wall } as typeof other, async () => {
      const usuario = await server.store.usuarios.findByEmail(EMAIL.ana);
      const operator = await server.as('operator');
      await operator.post(`/operador/usuarios/${usuario?.usuario.id}/desactivar`);
    });
  });

  test('is dark while its restaurant is suspended', async (t) => {
    const server = await startPanelServer(t, { engine });
    const operator = await server.as('operator');
    const { wall, path, token } = await openScreen(server, operator);
    const heard = await wall.listen(t, `${path}/stream`);
    await until(() => heard.text.includes('conexion.ping'));
    const set = (act: string) => operator.post(`/operador/restaurantes/${RESTAURANTE_ID}/${act}`);
    await set('suspender');
    await until(() => {
      server.tick();
      return heard.isOver;
    });
    for (const each of ['', '/tablero', '/stream']) {
      assertRefused(await wall.api(`${path}${each}`), 403, 'restaurante_inactivo');
    }
    const device = server.browser();
    const refused = await device.post(`${path}/abrir`, { token });
    assertRefused(refused, 403, 'restaurante_inactivo');
    assert.equal(refused.headers['set-cookie'], undefined);
    await set('reanudar');
    assert.equal((await wall.api(`${path}/tablero`)).status, 200);
    assert.equal((await device.post(`${path}/abrir`, { token })).status, 200);
  });
});

test('a restaurant has so many screens, and a screen so many requests', async (t) => {
  const server = await startPanelServer(t);
  const ana = await server.as('ana');
  const { wall, path, pantalla, token } = await openScreen(server, ana);
  const create = (body: object = {}) =>
    ana.post(BASE, { nombre: 'Otra', clase: 'tablero', ...body });
  assertRefused(await create({ clase: 'llaves' }), 400, 'parametro_invalido');
  assertRefused(await create({ nombre: ' x' }), 400, 'parametro_invalido');
  for (let n = 1; n < PANTALLAS_MAX; n += 1) assert.equal((await create()).status, 201);
  assertRefused(await create(), 409, 'conflicto');

  const asked = Array.from({ length: SESSION_LIMIT / 2 - 1 }, async () => {
    const opened = await server.browser().post(`${path}/abrir`, { token });
    return [opened.status, (await wall.api(path)).status];
  });
  // Opening the link counts as well: otherwise anybody with the link could fill the audit.
  assert.ok((await Promise.all(asked)).flat().every((status) => status === 200));
  assert.equal((await wall.api(path)).status, 200);
  assertRefused(await wall.api(path), 429, 'limite_alcanzado');
  const again = await server.browser().post(`${path}/abrir`, { token });
  assertRefused(again, 429, 'limite_alcanzado');
  assert.equal((await ana.post(`${BASE}/${pantalla.id}/revocar`)).status, 200);
  assert.equal((await create()).status, 201);
});
