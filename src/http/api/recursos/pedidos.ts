import { PEDIDO_ID, PREFIX } from '../../../contract/ids.ts';
import type { Paginacion } from '../../../contract/recursos/paginacion.ts';
import type { FILTROS } from '../../../contract/rutas/filtros.ts';
import type { CursorCodec, CursorCodecs } from '../../../domain/cursor.ts';
import type { PedidoFilter, PedidoPage, PedidoQuery } from '../../../storage/port/pedidos.ts';
import type { Store } from '../../../storage/port/store.ts';
import { joinBodies, ok } from '../../answer/answer.ts';
import { ApiError } from '../errors.ts';
import type { Handlers } from '../handler.ts';
import { makePageCache } from '../page-cache.ts';
import { neighboursOf, readCursor, type Values } from '../query.ts';

/** `GET /pedidos`: a page is a concatenation of stored orders. */
export const listPedidos = (
  store: Pick<Store, 'log' | 'pedidos'>,
  cursors: CursorCodecs,
): Handlers['listarPedidos'] => {
  const cacheOf = makePageCache(store.log);

  return async ({ restauranteId, search, query: values }) => {
    const cache = await cacheOf(restauranteId);
    const cached = cache.page(search);
    if (cached !== null) return cached;

    const filter = toFilter(values, restauranteId);
    const filters = filtersJson(filter);
    const codec = cursors({ restauranteId, filters });
    const cursor = readCursor(values.cursor, codec);
    const query: PedidoQuery = { ...filter, limit: values.limite, cursor };
    const [page, total] = await Promise.all([
      store.pedidos.list(query),
      cache.total(filters) ?? store.pedidos.count(query),
    ]);
    const paginacion = paginate(page, total, query, codec);
    const answer = {
      ...ok(joinBodies('{"datos":[', [page.body], `],"paginacion":${JSON.stringify(paginacion)}}`)),
      // These and the address determine the whole answer.
      tag: `${page.version}.${query.limit}.${total}`,
    };
    cache.keepTotal(filters, total);
    cache.keepPage(search, answer);
    return answer;
  };
};

/** The parameters that choose orders. */
export const toFilter = (
  { estado, tipo, desde, hasta }: Values<typeof FILTROS>,
  restauranteId: string,
): PedidoFilter => ({ restauranteId, estados: estado, tipo, desdeMs: desde, hastaMs: hasta });

const filtersJson = ({ estados, tipo, desdeMs, hastaMs }: PedidoFilter): string =>
  JSON.stringify([estados, tipo, desdeMs, hastaMs]);

/** Bounds of all ids: the list begins `after` the first and ends `before` the second. */
const ABOVE_ALL = `${PREFIX.pedido}~`;
const BELOW_ALL = PREFIX.pedido;

/**
 * The cursors around a page. A page is empty if all of its orders have changed meanwhile: the list then ends at the
 * cursor, and the way back starts from the very end of the list, so that it does not skip the order next to the cursor.
 */
const paginate = (
  { ends, more }: PedidoPage,
  total: number,
  { cursor, limit }: PedidoQuery,
  { encode }: CursorCodec,
): Paginacion => {
  const { hasNext, hasPrevious } = neighboursOf(cursor, more);
  return {
    limite: limit,
    siguiente: hasNext ? encode({ direction: 'after', id: ends?.last ?? ABOVE_ALL }) : null,
    anterior: hasPrevious ? encode({ direction: 'before', id: ends?.first ?? BELOW_ALL }) : null,
    total_aprox: total,
  };
};

const missing = (id: string): ApiError =>
  new ApiError('no_encontrado', `No existe el pedido «${id.slice(0, 80)}».`);

/** `GET /pedidos/{id}` */
export const readPedido =
  ({ pedidos }: Pick<Store, 'pedidos'>): Handlers['leerPedido'] =>
  async ({ restauranteId, params: { id = '' } }) => {
    const order = PEDIDO_ID.test(id) ? await pedidos.get(restauranteId, id) : null;
    if (order === null) throw missing(id);
    return { ...ok(order.body), tag: order.version };
  };

/** `GET /pedidos/{id}/historial` */
export const readHistorial =
  ({ pedidos }: Pick<Store, 'pedidos'>): Handlers['leerHistorial'] =>
  async ({ restauranteId, params: { id = '' } }) => {
    const entries = PEDIDO_ID.test(id) ? await pedidos.history(restauranteId, id) : null;
    if (entries === null) throw missing(id);
    return ok(joinBodies(`{"pedido_id":${JSON.stringify(id)},"eventos":[`, entries, ']}'));
  };
