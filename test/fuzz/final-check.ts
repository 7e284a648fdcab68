import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Evento } from '../../src/contract/recursos/evento.ts';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';
import { makeClient, type PaginaPedidos } from '../http/api/client.ts';
import { column } from '../support/columns.ts';
import { comando, sampleRestaurante } from '../support/samples.ts';
import { until } from '../support/until.ts';
import type { FuzzServer } from './fuzz-server.ts';
import { RESTAURANTS, type RestaurantName } from './restaurants.ts';

/** Orders whose histories are read, one by one. */
const HISTORIES_MAX = 40;

/**
 * After all cases every order can still be read, lists, totals and histories agree, and no event is
 * missing. The client checks each answer against its schema.
 */
export const assertSoundDatabase = async (server: FuzzServer): Promise<void> => {
  // A case may have suspended the restaurant.
  const { id } = RESTAURANTS.c;
  await server.command([
    comando.guardarRestaurante(sampleRestaurante({ id, slug: 'rest-fuzz-c' })),
  ]);
  await until(async () => (await statusOf(server, 'c')) === 200);
  for (const restaurant of Object.keys(RESTAURANTS) as RestaurantName[])
    await assertRestaurant(server, restaurant);
  if (server.engine !== 'SQLite') return;
  using database = new DatabaseSync(join(server.dataDir, 'comanda.db'), { readOnly: true });
  const rows = database.prepare('PRAGMA integrity_check').all();
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [{ integrity_check: 'ok' }],
  );
};

const statusOf = async (
  { publicUrl, credentials }: FuzzServer,
  restaurant: RestaurantName,
): Promise<number> => {
  const token = await credentials.token(restaurant);
  return (await makeClient(publicUrl)('/restaurante', { token })).status;
};

const assertRestaurant = async (
  { publicUrl, credentials }: FuzzServer,
  restaurant: RestaurantName,
): Promise<void> => {
  const api = makeClient(publicUrl);
  const request = async <B>(path: string): Promise<B> => {
    const reply = await api<B>(path, { token: await credentials.token(restaurant) });
    assert.equal(reply.status, 200, `${path}: ${reply.text.slice(0, 300)}`);
    return reply.body;
  };
  const orders: Pedido[] = [];
  let cursor = '';
  let total = 0;
  do {
    const page: PaginaPedidos = await request(`/pedidos?limite=100${cursor}`);
    orders.push(...page.datos);
    total = page.paginacion.total_aprox;
    cursor = page.paginacion.siguiente === null ? '' : `&cursor=${page.paginacion.siguiente}`;
  } while (cursor !== '');
  assert.equal(total, orders.length, 'the total is the number of orders');
  const ids = orders.map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)].sort().reverse(), 'each once, by id');
  for (const { id } of orders.slice(0, HISTORIES_MAX)) {
    const { eventos } = await request<{ eventos: object[] }>(`/pedidos/${id}/historial`);
    assert.ok(Array.isArray(eventos), id);
  }

  const events: Evento[] = [];
  let after = '';
  for (;;) {
    const page = await request<{ datos: Evento[]; paginacion: { siguiente: string | null } }>(
      `/eventos?eventos=pedido.*,pedido.importado&limite=100${after}`,
    );
    if (page.datos.length === 0) break;
    events.push(...page.datos);
    after = `&despues_de=${page.paginacion.siguiente}`;
  }
  assert.deepEqual(
    column(events, 'secuencia'),
    events.map((_, i) => i + 1),
    'no event is missing',
  );
  // An order equals the one in its last event.
  const last = new Map(events.map(({ datos }) => [datos.pedido.id, datos.pedido]));
  for (const order of orders) {
    const known = last.get(order.id);
    if (known !== undefined) assert.deepEqual(order, known);
  }
  for (const periodo of ['hoy', '30d']) await request(`/resumen?periodo=${periodo}`);
};
