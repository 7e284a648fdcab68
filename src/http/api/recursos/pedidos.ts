import { idPattern, PREFIX } from '../../../contract/ids.ts';
import { LIMITE_DEFAULT, LIMITE_MAX } from '../../../contract/recursos/paginacion.ts';
import { ESTADOS, TIPOS } from '../../../contract/recursos/pedido.ts';
import { RUTAS } from '../../../contract/rutas/rutas.ts';
import type { Cursor, CursorCodec, CursorScope } from '../../../domain/cursor.ts';
import type { PedidoFilter, PedidoPage, PedidoQuery } from '../../../storage/port/pedidos.ts';
import type { Store } from '../../../storage/port/store.ts';
import { type Answer, ok } from '../../wire/answer.ts';
import { joinBodies } from '../../wire/bodies.ts';
import { ApiError } from '../errors.ts';
import {
  parseQuery,
  type Query,
  readEnum,
  readEnumList,
  readInstant,
  readInteger,
  refuseCursor,
} from '../query.ts';
import { makeRemembered } from '../remembered.ts';
import type { ApiRequest, Handler } from '../routes.ts';

type Reads = Pick<Store, 'log' | 'pedidos'>;

/** `GET /pedidos`: a page is the stored orders, put side by side. */
export const listPedidos = (store: Reads, cursors: CursorCodec): Handler => {
  /** Whole answers, for whoever asks again; totals, for whoever turns the page. */
  const remembered = makeRemembered(store.log);

  return async ({ llave, query: raw }: ApiRequest) => {
    const { restauranteId } = llave;
    const known = await remembered(restauranteId);
    const again = known.answers.get(raw);
    if (again !== undefined) return again;

    const { query, scope } = readListQuery(
      parseQuery(raw, RUTAS.listarPedidos),
      restauranteId,
      cursors,
    );
    const [page, total] = await readBoth(
      store.pedidos.list(query),
      known.totals.get(scope.filters) ?? store.pedidos.count(query),
    );
    known.totals.set(scope.filters, total);
    const after = `],"paginacion":${paginacionJson(page, total, query, scope, cursors)}}`;
    const answer: Answer = {
      ...ok(page.body),
      around: { before: '{"datos":[', after },
      // The rest of what it says follows from these and from the address.
      tag: `${page.version}.${query.limit}.${total}`,
    };
    known.answers.set(raw, answer);
    return answer;
  };
};

/** Whoever turns the page has the total already, and waits for one thing only. */
const readBoth = async (
  page: Promise<PedidoPage>,
  total: number | Promise<number>,
): Promise<[PedidoPage, number]> =>
  typeof total === 'number' ? [await page, total] : Promise.all([page, total]);

export const readFilter = (query: Query, restauranteId: string): PedidoFilter => ({
  restauranteId,
  estados: readEnumList(query, 'estado', ESTADOS),
  tipo: readEnum(query, 'tipo', TIPOS),
  desdeMs: readInstant(query, 'desde'),
  hastaMs: readInstant(query, 'hasta'),
});

export const readLimite = (query: Query): number =>
  readInteger(query, 'limite', { min: 1, max: LIMITE_MAX, fallback: LIMITE_DEFAULT });

const readListQuery = (query: Query, restauranteId: string, cursors: CursorCodec) => {
  const filter = readFilter(query, restauranteId);
  const limit = readLimite(query);
  const scope: CursorScope = { restauranteId, filters: canonical(filter) };
  const cursor = readCursor(query, scope, cursors);
  return { query: { ...filter, limit, cursor } satisfies PedidoQuery, scope };
};

const filtersJson = ({ estados, tipo, desdeMs, hastaMs }: Omit<PedidoFilter, 'restauranteId'>) =>
  JSON.stringify([estados, tipo, desdeMs, hastaMs]);

/** As most are asked for: one text for all of them, which maps know at sight. */
const NO_FILTERS = filtersJson({ estados: [], tipo: null, desdeMs: null, hastaMs: null });

const canonical = (filter: PedidoFilter): string => {
  const { estados, tipo, desdeMs, hastaMs } = filter;
  const isPlain = estados.length === 0 && tipo === null && desdeMs === null && hastaMs === null;
  return isPlain ? NO_FILTERS : filtersJson(filter);
};

export const readCursor = (query: Query, scope: CursorScope, cursors: CursorCodec) => {
  const text = query.get('cursor');
  if (text === undefined) return null;
  const verdict = cursors.decode(text, scope);
  if (!verdict.ok) throw refuseCursor(text, verdict.reason);
  return verdict.cursor;
};

/** Beyond every id: `after` the one the list begins, `before` the other it ends. */
const ABOVE_ALL = `${PREFIX.pedido}~`;
const BELOW_ALL = PREFIX.pedido;

/**
 * The cursors around a page. Going back, `more` speaks of what lies above, else of what lies below. A
 * page is empty when all that was to be on it has changed meanwhile: then the list ends at the cursor,
 * and the way back starts from its very end, so that it does not step over the order next to it.
 */
const paginacionJson = (
  { ends, more }: PedidoPage,
  total: number,
  { cursor, limit }: PedidoQuery,
  scope: CursorScope,
  cursors: CursorCodec,
): string => {
  const isBack = cursor?.direction === 'before';
  const hasNext = isBack || more;
  const hasPrevious = isBack ? more : cursor !== null;
  // Cursors are made of characters that JSON takes as they are.
  const json = (direction: Cursor['direction'], id: string) =>
    `"${cursors.encode({ direction, id }, scope)}"`;
  const siguiente = hasNext ? json('after', ends?.last ?? ABOVE_ALL) : null;
  const anterior = hasPrevious ? json('before', ends?.first ?? BELOW_ALL) : null;
  return `{"limite":${limit},"siguiente":${siguiente},"anterior":${anterior},"total_aprox":${total}}`;
};

/** What does not even look like an id is asked of no database: not every one takes any text. */
const PEDIDO_ID = new RegExp(idPattern('pedido'));

const missing = (id: string): ApiError =>
  new ApiError('no_encontrado', `No existe el pedido «${id.slice(0, 80)}».`);

/** `GET /pedidos/{id}` */
export const readPedido =
  ({ pedidos }: Pick<Store, 'pedidos'>): Handler =>
  async ({ llave, params: { id = '' } }) => {
    const order = PEDIDO_ID.test(id) ? await pedidos.get(llave.restauranteId, id) : null;
    if (order === null) throw missing(id);
    return { ...ok(order.body), tag: order.version };
  };

/** `GET /pedidos/{id}/historial` */
export const readHistorial =
  ({ pedidos }: Pick<Store, 'pedidos'>): Handler =>
  async ({ llave, params: { id = '' } }) => {
    const entries = PEDIDO_ID.test(id) ? await pedidos.history(llave.restauranteId, id) : null;
    if (entries === null) throw missing(id);
    return ok(joinBodies(`{"pedido_id":${JSON.stringify(id)},"eventos":[`, entries, ']}'));
  };
