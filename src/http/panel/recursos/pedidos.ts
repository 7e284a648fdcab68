import { setImmediate } from 'node:timers/promises';
import type * as Panel from '../../../contract/panel.ts';
import type { Pedido } from '../../../contract/recursos/pedido.ts';
import { RUTAS } from '../../../contract/rutas/rutas.ts';
import { makeMatcher } from '../../../domain/busqueda.ts';
import type { CursorCodec } from '../../../domain/cursor.ts';
import { DAY_MS } from '../../../domain/time.ts';
import type { PedidoFilter, PedidoQuery } from '../../../storage/port/pedidos.ts';
import type { Store } from '../../../storage/port/store.ts';
import type { Route } from '../../api/handler.ts';
import { readCursor } from '../../api/query.ts';
import { toFilter } from '../../api/recursos/pedidos.ts';
import { okJson } from '../../wire/answer.ts';
import { PanelError } from '../errors.ts';
import { apiHandler, asApiRequest } from '../public-api.ts';
import { readQuery, TEXT } from '../query.ts';
import { type PanelRoute, routesFor } from '../route.ts';

const PARAMETERS = { buscar: TEXT, ...RUTAS.listarPedidos.query };
/** No index helps a search, so that one request examines at most so many orders. */
const EXAMINED_MAX = 2_000;
const PAGE_ORDERS = 100;
const TEXT_CHARS_MAX = 100;

type Reads = Pick<Store, 'pedidos'>;

export const pedidoRoutes = (
  apiRoutes: readonly Route[],
  store: Reads,
  cursors: CursorCodec,
): PanelRoute[] => {
  const { get } = routesFor('restaurante');
  const list = apiHandler(apiRoutes, '/pedidos');
  const read = apiHandler(apiRoutes, '/pedidos/{id}');

  return [
    get('/restaurantes/{rid}/pedidos/{id}/json', (request) => read(asApiRequest(request))),
    get('/restaurantes/{rid}/pedidos', async (request) => {
      const values = readQuery(request.query, PARAMETERS);
      const text = values.buscar?.trim() ?? '';
      if (text === '') return list(asApiRequest(request));
      if (text.length > TEXT_CHARS_MAX) throw tooLong();
      const filter = toFilter(values, request.cuenta.id);
      const { restauranteId, estados, tipo, desdeMs, hastaMs } = filter;
      const filters = JSON.stringify(['buscar', text, estados, tipo, desdeMs, hastaMs]);
      const scope = { restauranteId, filters };
      const cursor = readCursor(values.cursor, scope, cursors);
      const limit = values.limite;
      const { found, examined, next } = await searchPedidos(store, text, {
        ...filter,
        ...dayOfNumber(text, filter),
        limit,
        cursor,
      });
      const siguiente =
        next === null ? null : cursors.encode({ direction: 'after', id: next }, scope);
      return okJson({
        datos: found,
        paginacion: { limite: limit, siguiente, anterior: null, total_aprox: null },
        examinados: examined,
      } satisfies Panel.PaginaPedidos);
    }),
  ];
};

const tooLong = (): PanelError =>
  new PanelError('parametro_invalido', 'El texto buscado es demasiado largo.', {
    campo: 'buscar',
    valoresValidos: `1..${TEXT_CHARS_MAX} caracteres`,
  });

/** A whole order number names its local day: the orders within a day of it, in any zone, are enough. */
const dayOfNumber = (text: string, { desdeMs, hastaMs }: PedidoFilter) => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})-\d+$/.exec(text) ?? [];
  const ms = year === undefined ? Number.NaN : Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(ms)) return { desdeMs, hastaMs };
  return {
    desdeMs: Math.max(desdeMs ?? ms - DAY_MS, ms - DAY_MS),
    hastaMs: Math.min(hastaMs ?? ms + 2 * DAY_MS, ms + 2 * DAY_MS),
  };
};

/** Newest first, up to `query.limit` orders; `next` is where to continue, null at the end. */
const searchPedidos = async (store: Reads, text: string, query: PedidoQuery) => {
  const matches = makeMatcher(text);
  const found: Pedido[] = [];
  let examined = 0;
  let { cursor } = query;
  while (examined < EXAMINED_MAX) {
    const page = await store.pedidos.list({ ...query, limit: PAGE_ORDERS, cursor });
    const pedidos = JSON.parse(`[${Buffer.from(page.body).toString()}]`) as Pedido[];
    for (const pedido of pedidos) {
      examined += 1;
      if (!matches(pedido)) continue;
      found.push(pedido);
      if (found.length === query.limit) return { found, examined, next: pedido.id };
    }
    if (!page.more || page.ends === null) return { found, examined, next: null };
    cursor = { direction: 'after', id: page.ends.last };
    // SQLite is synchronous: without a pause, a search would hold up every other request.
    await setImmediate();
  }
  return { found, examined, next: cursor?.id ?? null };
};
