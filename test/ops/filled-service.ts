import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { makeUsuarios } from '../../src/admin/usuarios.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { HOUR_MS } from '../../src/domain/time.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { makeRandomBytes } from '../../src/platform/random.ts';
import { makeClient, withToken } from '../http/api/client.ts';
import { create } from '../http/api/webhooks/hooks.ts';
import { carryOut, seedSampleRestaurant } from '../http/api/world.ts';
import { auditEntry } from '../storage/conformance/harness.ts';
import { column } from '../support/columns.ts';
import { query } from '../support/postgres/query.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../support/samples.ts';
import { bearer, type Service } from '../support/service.ts';
import { until } from '../support/until.ts';
import { closeMonth } from '../support/values/close-month.ts';
import { placeIn } from '../support/values/place-in.ts';

/** All that a person or a program holds of the service. */
interface Held {
  token: string;
  cookie: string;
  secreto: string;
  webhookId: string;
  pedidoId: string;
}

export const ask = (service: Service, { token, cookie }: Held, path: string, headers = {}) =>
  fetch(service.publicUrl + path, {
    headers: { ...bearer(token), cookie, ...headers },
  });

const post = async (service: Service, path: string, headers: object, body: object) => {
  const response = await fetch(service.publicUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, await response.clone().text());
  return response;
};

/** Whether this many deliveries have arrived. */
export const hasDelivered = async (
  service: Service,
  held: Held,
  count: number,
): Promise<boolean> => {
  const list = await ask(service, held, `/api/webhooks/${held.webhookId}/entregas`);
  return (await list.text()).split('"entregada"').length === count + 1;
};

/** Fills every table that can be filled. */
export const fill = async (service: Service, port: number): Promise<Held> => {
  const { store, publicUrl } = service;
  const pedidoId = await seedSampleRestaurant(service);
  const { token } = await service.makeLlave();
  const panel = { origin: publicUrl, 'x-comanda-panel': '1' };
  const randomBytes = makeRandomBytes();
  const deps = { store, clock: systemClock, randomBytes, mintId: makeMintId(randomBytes) };
  const usuarios = makeUsuarios(deps);
  await store.mails.add([{ id: 'cor_1', recipient: 'ana@example.com', sealed: randomBytes(8) }]);
  const signIn = async (email: string, restauranteId: string | null): Promise<string> => {
    const made = await usuarios.create({ email, ...placeIn(restauranteId) }, 'pruebas');
    assert.equal(made.outcome, 'created');
    const setup = { token: made.setupToken, clave: 'tortilla con cebolla' };
    const entered = await post(service, '/panel/api/alta', panel, setup);
    return (entered.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  };
  await signIn('ana@pepa.example', RESTAURANTE_ID);
  const ana = await store.usuarios.findByEmail('ana@pepa.example');
  const preferencias = { correo: false, silenciadas: [], idioma: 'en' as const };
  await store.health.setPreferences(ana?.usuario.id ?? '', preferencias);
  const invited = { id: 'inv_luz', email: 'luz@pepa.example', rol: 'sala' } as const;
  await store.miembros.invite(
    {
      ...{ ...invited, restauranteId: RESTAURANTE_ID, usuarioId: ana?.usuario.id ?? '' },
      ...{ creadaMs: systemClock.now(), expiraMs: systemClock.now() + HOUR_MS },
    },
    'sha256 of a token',
    auditEntry(),
  );
  await store.factores.addPasskey(
    {
      ...{ id: 'cred_1', usuarioId: ana?.usuario.id ?? '', dominio: 'localhost' },
      ...{ clavePublica: Uint8Array.of(1, 2), contador: 0, transportes: '[]', nombre: 'Portátil' },
      ...{ creadaMs: systemClock.now(), usadaMs: null },
    },
    ['sha256 of a code'],
    auditEntry(),
  );
  await store.factores.ask(
    {
      ...{ hash: 'sha256 of a question', usuarioId: ana?.usuario.id ?? '', clase: 'entrada' },
      ...{ datos: '{}', expiraMs: systemClock.now() + HOUR_MS },
    },
    systemClock.now(),
  );
  const cookie = await signIn('olga@comanda.example', null);
  const base = '/panel/api/restaurantes/rest_casa_pepa';
  await post(
    service,
    `${base}/pantallas`,
    { ...panel, cookie },
    { nombre: 'Barra', clase: 'cocina' },
  );
  await store.envios.create(
    {
      ...{ id: 'env_1', restauranteId: RESTAURANTE_ID, usuarioId: 'usr_1', nombre: 'Caja' },
      que: { clase: 'caja', fecha: 'creacion', idioma: 'es' },
      cuando: { cada: 'dia', a_las: '07:00' },
      destino: { clase: 'correo', para: 'gestoria@example.com' },
      ...{ secreto: randomBytes(8), activo: true, creadoMs: systemClock.now() },
      ...{ siguiente: '2099-01-01', proximoMs: Date.UTC(2099, 0, 2) },
    },
    auditEntry(),
  );
  await store.envios.owe(
    RESTAURANTE_ID,
    'env_1',
    {
      ...{ id: 'eje_1', motivo: 'repetida', periodo: '2098-12-31' },
      ...{ inicio: '2098-12-31', fin: '2099-01-01', creadaMs: Date.UTC(2099, 0, 1) },
    },
    auditEntry(),
  );
  await post(
    service,
    `${base}/enlaces`,
    { ...panel, cookie },
    {
      ...{ nombre: 'Excel', tabla: 'iva', rango: 'mes_actual' },
      ...{ fecha: 'creacion', estilo: 'excel', expira_en: null },
    },
  );
  const { id: webhookId, secreto_firma: secreto } = await create(
    withToken(makeClient(publicUrl), token),
    {
      url: `http://127.0.0.1:${port}/status/200`,
      eventos: ['pedido.aceptado', 'pedido.estado_cambiado'],
    },
  );
  // The orders after it move it.
  await closeMonth(store, new Date(systemClock.now()).toISOString().slice(0, 7));
  await carryOut(
    service,
    comando.importar(),
    ...comando.crearVarios(3),
    comando.crear(samplePedido(), { clave: 'una-vez' }),
    comando.avanzar(pedidoId, 'confirmado', {
      detalle: { nota: '«comillas», "dobles" y \\ barra' },
    }),
  );
  const held = { token, cookie, secreto, webhookId, pedidoId };
  await until(() => hasDelivered(service, held, 1));
  const since = { desde: new Date(0).toISOString() };
  await post(service, `/api/webhooks/${webhookId}/reenvios`, bearer(token), since);
  return held;
};

type Rows = Record<string, unknown>[];

/** The rows of every table, and the types of its columns. */
export const readPostgres = async (url: string) => {
  const found = await query<{ table_name: string; column_name: string; data_type: string }>(
    url,
    `SELECT table_name, column_name, data_type FROM information_schema.columns
     WHERE table_schema = 'public' ORDER BY ordinal_position`,
  );
  const tables = new Map<string, { types: Map<string, string>; rows: Rows }>();
  for (const [name, columns] of Map.groupBy(found, (each) => each.table_name)) {
    const rows = await query<{ row: Rows[number] }>(
      url,
      `SELECT to_jsonb(t) AS row FROM ${name} t`,
    );
    const types = new Map(columns.map((each) => [each.column_name, each.data_type]));
    tables.set(name, { types, rows: column(rows, 'row') });
  }
  return tables;
};

export const readSqlite = (file: string): Map<string, Rows> => {
  const database = new DatabaseSync(file, { readOnly: true });
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  const rows = new Map(
    tables.map(({ name }) => [String(name), database.prepare(`SELECT * FROM ${name}`).all()]),
  );
  database.close();
  return rows;
};
