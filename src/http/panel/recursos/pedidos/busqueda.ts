import { setImmediate } from 'node:timers/promises';
import type { Pedido } from '../../../../contract/recursos/pedido.ts';
import type { Restaurante } from '../../../../contract/recursos/restaurante.ts';
import { hasKeys, readBusqueda } from '../../../../domain/busqueda.ts';
import type { Search } from '../../../../domain/pedido/filtros.ts';
import { parseBodies, parseBody } from '../../../../storage/port/body.ts';
import type { PedidoFilter, PedidoQuery } from '../../../../storage/port/pedidos.ts';
import type { Store } from '../../../../storage/port/store.ts';
import { requireCuenta } from '../../../api/recursos/restaurante.ts';
import { invalid } from '../../errors.ts';

/** Orders that one request examines at most where no index leads to them. */
const EXAMINED_MAX = 2_000;
const PAGE_ORDERS = 100;
const TEXT_CHARS_MAX = 100;

type SearchStore = Pick<Store, 'pedidos' | 'cuentas'>;

/** How a search finds orders: by an index, or by a bounded walk through the list. */
export type SearchWay = 'index' | 'walk';

interface Found {
  found: Pedido[];
  /** Of a walk. */
  examined: number | null;
  /** Of an index. */
  total: number | null;
  /** Where to continue, null at the end. */
  next: string | null;
  way: SearchWay;
}

/** A search among the orders of a filter: by an index if that leads to one of them. */
export const readSearch = async (
  { pedidos, cuentas }: SearchStore,
  text: string,
  filter: PedidoFilter,
): Promise<Search> => {
  if (text.length > TEXT_CHARS_MAX) {
    const allowed = `1..${TEXT_CHARS_MAX} caracteres`;
    throw invalid('buscar', 'El texto buscado es demasiado largo.', allowed);
  }
  const { perfil } = await requireCuenta(cuentas, filter.restauranteId);
  const { contacto } = parseBody<Restaurante>(perfil);
  const busqueda = readBusqueda(text, contacto.telefono);
  const buscar = { ...busqueda, isIndexed: true };
  const first = { ...filter, buscar, limit: 1, cursor: null };
  const isIndexed = hasKeys(busqueda) && (await pedidos.list(first)).ends !== null;
  return { ...buscar, isIndexed };
};

/**
 * Finds up to `query.limit` orders, newest first. A first page walks where no index leads to an order; later pages go on
 * as the first one began.
 */
export const searchPedidos = async (
  store: SearchStore,
  text: string,
  query: PedidoQuery,
  begun: SearchWay,
): Promise<Found> => {
  const search = await readSearch(store, text, query);
  const isWalk = begun === 'walk' || (!search.isIndexed && query.cursor === null);
  if (isWalk) return walk(store, search, query);
  const indexed = { ...query, buscar: { ...search, isIndexed: true } };
  const [page, total] = await Promise.all([
    store.pedidos.list(indexed),
    store.pedidos.count(indexed),
  ]);
  const next = page.more ? (page.ends?.last ?? null) : null;
  return { found: parseBodies<Pedido>(page.body), examined: null, total, next, way: 'index' };
};

const walk = async (
  { pedidos: store }: SearchStore,
  { matches }: Search,
  query: PedidoQuery,
): Promise<Found> => {
  const found: Pedido[] = [];
  let examined = 0;
  let { cursor } = query;
  const upTo = (next: string | null): Found => ({
    found,
    examined,
    total: null,
    next,
    way: 'walk',
  });
  while (examined < EXAMINED_MAX) {
    const page = await store.list({ ...query, limit: PAGE_ORDERS, cursor });
    for (const pedido of parseBodies<Pedido>(page.body)) {
      examined += 1;
      if (!matches(pedido)) continue;
      found.push(pedido);
      if (found.length === query.limit) return upTo(pedido.id);
    }
    if (!page.more || page.ends === null) return upTo(null);
    cursor = { direction: 'after', id: page.ends.last };
    // SQLite is synchronous: without a pause, a search would hold up every other request.
    await setImmediate();
  }
  return upTo(cursor?.id ?? null);
};
