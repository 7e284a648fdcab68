import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Evento } from '../../src/contract/recursos/evento.ts';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';
import { makeClient, type PaginaPedidos } from '../http/api/client.ts';
import { comando, sampleRestaurante } from '../support/samples.ts';
import { until } from '../support/until.ts';
import type { Arena } from './arena.ts';
import { HOUSES, type HouseName } from './houses.ts';

/** Histories are asked for one by one: of so many orders. */
const HISTORIES_MAX = 40;

/**
 * What the database holds after all that: every order can be read and keeps to the contract, lists,
 * totals and histories agree, and no event is missing. The client holds each answer to its schema.
 */
export const assertAftermath = async (arena: Arena): Promise<void> => {
  // Somebody may have suspended it, which is nothing to complain of.
  const { id } = HOUSES.c;
  await arena.command([comando.guardarRestaurante(sampleRestaurante({ id, slug: 'rest-fuzz-c' }))]);
  await until(async () => (await statusOf(arena, 'c')) === 200);
  for (const house of Object.keys(HOUSES) as HouseName[]) await assertHouse(arena, house);
  if (arena.engine !== 'SQLite') return;
  const database = new DatabaseSync(join(arena.dataDir, 'comanda.db'), { readOnly: true });
  try {
    const rows = database.prepare('PRAGMA integrity_check').all();
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ integrity_check: 'ok' }],
    );
  } finally {
    database.close();
  }
};

const statusOf = async ({ publicUrl, callers }: Arena, house: HouseName): Promise<number> => {
  const token = await callers.token(house);
  return (await makeClient(publicUrl)('/restaurante', { token })).status;
};

const assertHouse = async ({ publicUrl, callers }: Arena, house: HouseName): Promise<void> => {
  const api = makeClient(publicUrl);
  const ask = async <B>(path: string): Promise<B> => {
    const reply = await api<B>(path, { token: await callers.token(house) });
    assert.equal(reply.status, 200, `${path}: ${reply.text.slice(0, 300)}`);
    return reply.body;
  };
  const orders: Pedido[] = [];
  let cursor = '';
  let total = 0;
  do {
    const page: PaginaPedidos = await ask(`/pedidos?limite=100${cursor}`);
    orders.push(...page.datos);
    total = page.paginacion.total_aprox;
    cursor = page.paginacion.siguiente === null ? '' : `&cursor=${page.paginacion.siguiente}`;
  } while (cursor !== '');
  assert.equal(total, orders.length, 'the total is the number of orders');
  const ids = orders.map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)].sort().reverse(), 'each once, by id');
  for (const { id } of orders.slice(0, HISTORIES_MAX)) {
    const { eventos } = await ask<{ eventos: object[] }>(`/pedidos/${id}/historial`);
    assert.ok(Array.isArray(eventos), id);
  }

  const events: Evento[] = [];
  let after = '';
  for (;;) {
    const page = await ask<{ datos: Evento[]; paginacion: { siguiente: string | null } }>(
      `/eventos?limite=100${after}`,
    );
    if (page.datos.length === 0) break;
    events.push(...page.datos);
    after = `&despues_de=${page.paginacion.siguiente}`;
  }
  assert.deepEqual(
    events.map(({ secuencia }) => secuencia),
    events.map((_, i) => i + 1),
    'no event is missing',
  );
  // The order as it is now is the one of its last event.
  const last = new Map(events.map(({ datos }) => [datos.pedido.id, datos.pedido]));
  for (const order of orders) {
    const known = last.get(order.id);
    if (known !== undefined) assert.deepEqual(order, known);
  }
  for (const periodo of ['hoy', '30d']) await ask(`/resumen?periodo=${periodo}`);
};
