import { setImmediate } from 'node:timers/promises';
import type { Pedido } from '../../../../contract/recursos/pedido.ts';
import type { Restaurante } from '../../../../contract/recursos/restaurante.ts';
import { type Busqueda, readBusqueda } from '../../../../domain/busqueda.ts';
import { matchesFiltros } from '../../../../domain/pedido/filtros.ts';
import { parseBodies, parseBody } from '../../../../storage/port/body.ts';
import type { PedidoQuery } from '../../../../storage/port/pedidos.ts';
import type { Store } from '../../../../storage/port/store.ts';
import { requireCuenta } from '../../../api/recursos/restaurante.ts';

/** Orders that one request examines at most where no index leads to them. */
const EXAMINED_MAX = 2_000;
const PAGE_ORDERS = 100;
/** Orders that one index gives at most: the newest. */
const FOUND_MAX = 1_000;
/** Sorts after every character of a reference. */
const AFTER_ALL = '~';

type SearchStore = Pick<Store, 'pedidos' | 'consultas' | 'clientes' | 'cuentas'>;

/** How a search finds orders: by an index, or by a bounded walk through the list. */
export type SearchWay = 'index' | 'walk';

interface Found {
  found: Pedido[];
  examined: number;
  /** Where to continue, null at the end. */
  next: string | null;
  way: SearchWay;
}

/**
 * Finds up to `query.limit` orders, newest first. A first page walks where no index leads to an order; later pages go on
 * as the first one began.
 */
export const searchPedidos = async (
  store: SearchStore,
  text: string,
  query: PedidoQuery,
  way: SearchWay,
): Promise<Found> => {
  const { perfil } = await requireCuenta(store.cuentas, query.restauranteId);
  const { contacto } = parseBody<Restaurante>(perfil);
  const busqueda = readBusqueda(text, contacto.telefono);
  if (way === 'walk') return walk(store, busqueda, query);
  const ids = await lookUp(store, query.restauranteId, busqueda);
  const exact = ids.length === 0 ? null : await readFound(store, ids, busqueda, query);
  return exact ?? walk(store, busqueda, query);
};

const lookUp = async (
  { consultas, clientes }: SearchStore,
  restauranteId: string,
  { pedidoId, telefonos, email, referencias }: Busqueda,
): Promise<string[]> => {
  const contacts = [
    ...telefonos.map((telefono) => ({ telefono, email: '' })),
    ...(email === null ? [] : [{ telefono: '', email }]),
  ];
  const references = (from: string) =>
    consultas.references(restauranteId, from, from + AFTER_ALL, FOUND_MAX);
  const lists = await Promise.all([
    ...contacts.map((contact) => clientes.pedidos(restauranteId, contact, '', FOUND_MAX)),
    ...referencias.map(references),
  ]);
  const direct = pedidoId === null ? [] : [pedidoId];
  return [...new Set([...direct, ...lists.flat()])].toSorted().toReversed();
};

/** The orders of `ids` that match. Null if none does, because an index may remember what an order no longer says. */
const readFound = async (
  { pedidos }: SearchStore,
  ids: readonly string[],
  { matches }: Busqueda,
  query: PedidoQuery,
): Promise<Found | null> => {
  const isWithin = matchesFiltros(query);
  const found: Pedido[] = [];
  const result = { found, examined: ids.length, way: 'index' } as const;
  const { cursor } = query;
  const after = cursor === null ? ids : ids.filter((id) => id < cursor.id);
  for (let at = 0; at < after.length; at += PAGE_ORDERS) {
    const page = await Promise.all(
      after.slice(at, at + PAGE_ORDERS).map((id) => pedidos.get(query.restauranteId, id)),
    );
    for (const stored of page) {
      if (stored === null) continue;
      const pedido = parseBody<Pedido>(stored.body);
      if (!matches(pedido) || !isWithin(pedido)) continue;
      found.push(pedido);
      if (found.length === query.limit) return { ...result, next: pedido.id };
    }
    await setImmediate();
  }
  return found.length === 0 && cursor === null ? null : { ...result, next: null };
};

const walk = async (
  { pedidos: store }: SearchStore,
  { matches }: Busqueda,
  query: PedidoQuery,
): Promise<Found> => {
  const found: Pedido[] = [];
  let examined = 0;
  let { cursor } = query;
  while (examined < EXAMINED_MAX) {
    const page = await store.list({ ...query, limit: PAGE_ORDERS, cursor });
    for (const pedido of parseBodies<Pedido>(page.body)) {
      examined += 1;
      if (!matches(pedido)) continue;
      found.push(pedido);
      if (found.length === query.limit) return { found, examined, next: pedido.id, way: 'walk' };
    }
    if (!page.more || page.ends === null) return { found, examined, next: null, way: 'walk' };
    cursor = { direction: 'after', id: page.ends.last };
    // SQLite is synchronous: without a pause, a search would hold up every other request.
    await setImmediate();
  }
  return { found, examined, next: cursor?.id ?? null, way: 'walk' };
};
