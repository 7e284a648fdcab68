import { PEDIDO_ID, PREFIX } from '../../../contract/ids.ts';
import type { Paginacion } from '../../../contract/recursos/paginacion.ts';
import { NUMERO } from '../../../contract/recursos/pedido.ts';
import type { Restaurante } from '../../../contract/recursos/restaurante.ts';
import type { CursorCodec, CursorCodecs } from '../../../domain/cursor.ts';
import { type FiltroParams, filtrosText, readFiltros } from '../../../domain/pedido/filtros.ts';
import { parseBody } from '../../../storage/port/body.ts';
import type { PedidoFilter, PedidoPage, PedidoQuery } from '../../../storage/port/pedidos.ts';
import type { Store } from '../../../storage/port/store.ts';
import { joinBodies, ok } from '../../answer/answer.ts';
import { ApiError, invalid } from '../errors.ts';
import type { Handlers } from '../handler.ts';
import { makePageCache } from '../page-cache.ts';
import { neighboursOf, readCursor, refuse } from '../query.ts';
import { requireCuenta } from './restaurante.ts';

/** `GET /pedidos`: a page is a concatenation of stored orders. */
export const listPedidos = (
  store: Pick<Store, 'log' | 'pedidos' | 'cuentas'>,
  cursors: CursorCodecs,
): Handlers['listarPedidos'] => {
  const cacheOf = makePageCache(store.log);

  return async ({ restauranteId, search, query: values }) => {
    const cache = await cacheOf(restauranteId);
    const cached = cache.page(search);
    if (cached !== null) return cached;

    const filter = await readFilter(store.cuentas, restauranteId, values);
    const filters = filtrosText(filter);
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

/** The orders that the parameters ask for. A customer's phone number is read with the calling code of the restaurant's own. */
export const readFilter = async (
  cuentas: Store['cuentas'],
  restauranteId: string,
  params: FiltroParams,
): Promise<PedidoFilter> => {
  const own = params.telefono === null ? '' : await phoneOf(cuentas, restauranteId);
  const { desde, hasta } = params;
  if (desde !== null && hasta !== null && desde >= hasta) {
    throw invalid('«hasta», que no entra, ha de ser posterior a «desde».', 'desde < hasta');
  }
  const filtros = readFiltros(params, own);
  if (!('refused' in filtros)) return { restauranteId, ...filtros };
  const { name, given, admits } = filtros.refused;
  return refuse(name, given, admits);
};

const phoneOf = async (cuentas: Store['cuentas'], restauranteId: string): Promise<string> => {
  const { perfil } = await requireCuenta(cuentas, restauranteId);
  return parseBody<Restaurante>(perfil).contacto.telefono ?? '';
};

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

const missing = (id: string): ApiError => {
  const named = id.slice(0, 80);
  const hint = NUMERO.test(id) ? ` Si es un número de pedido, búscalo con «?numero=${named}».` : '';
  return new ApiError('no_encontrado', `No existe el pedido «${named}».${hint}`);
};

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
