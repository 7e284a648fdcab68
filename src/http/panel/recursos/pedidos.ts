import { setImmediate } from 'node:timers/promises';
import type { Pedido } from '../../../contract/recursos/pedido.ts';
import { makeMatcher } from '../../../domain/busqueda.ts';
import type { CursorCodec, CursorScope } from '../../../domain/cursor.ts';
import { DAY_MS } from '../../../domain/time.ts';
import type { PedidoFilter, PedidoQuery } from '../../../storage/port/pedidos.ts';
import type { Store } from '../../../storage/port/store.ts';
import type { Query } from '../../api/query.ts';
import { readCursor, readFilter, readLimite } from '../../api/recursos/pedidos.ts';
import type { Route } from '../../api/routes.ts';
import { PanelError } from '../errors.ts';
import { readQuery } from '../query.ts';
import { asApiRequest, routeOf } from '../reads.ts';
import { json, type PanelRoute, routesFor } from '../route.ts';

const PARAMETERS = ['buscar', 'estado', 'tipo', 'desde', 'hasta', 'limite', 'cursor'];
/** No index knows what is searched for, so one request looks at no more orders than this. */
const EXAMINED_MAX = 2_000;
const PAGE_ORDERS = 100;
const TEXT_CHARS_MAX = 100;

/** `GET /pedidos`: the public list, and a search that the public API does not have. */
export const pedidoRoutes = (
  apiRoutes: readonly Route[],
  store: Pick<Store, 'pedidos'>,
  cursors: CursorCodec,
): PanelRoute[] => {
  const { get } = routesFor('restaurante');
  const list = routeOf(apiRoutes, '/pedidos').handle;
  const read = routeOf(apiRoutes, '/pedidos/{id}').handle;

  return [
    get('/restaurantes/{rid}/pedidos/{id}/json', (request) => read(asApiRequest(request))),
    get('/restaurantes/{rid}/pedidos', async (request) => {
      const { query: raw, cuenta } = request;
      const query = readQuery(raw, PARAMETERS);
      const text = query.get('buscar')?.trim() ?? '';
      if (text === '') return list(asApiRequest(request));
      if (text.length > TEXT_CHARS_MAX) {
        const range = `1..${TEXT_CHARS_MAX} caracteres`;
        throw new PanelError('parametro_invalido', 'El texto buscado es demasiado largo.', {
          campo: 'buscar',
          valoresValidos: range,
        });
      }
      const { found, examined, next } = await search(store, text, readSearch(query, cuenta.id));
      const scope = scopeOf(text, readFilter(query, cuenta.id));
      const siguiente =
        next === null ? null : cursors.encode({ direction: 'after', id: next }, scope);
      const limite = readLimite(query);
      return json({
        datos: found,
        paginacion: { limite, siguiente, anterior: null, total_aprox: null },
        examinados: examined,
      });
    }),
  ];

  function readSearch(query: Query, restauranteId: string): PedidoQuery {
    const text = query.get('buscar')?.trim() ?? '';
    const filter = readFilter(query, restauranteId);
    const cursor = readCursor(query, scopeOf(text, filter), cursors);
    return { ...filter, ...dayOfNumber(text, filter), limit: readLimite(query), cursor };
  }
};

const scopeOf = (text: string, filter: PedidoFilter): CursorScope => {
  const { restauranteId, estados, tipo, desdeMs, hastaMs } = filter;
  return {
    restauranteId,
    filters: JSON.stringify(['buscar', text, estados, tipo, desdeMs, hastaMs]),
  };
};

/** A whole order number names its day, in whatever zone: only the orders around it are looked at. */
const dayOfNumber = (text: string, { desdeMs, hastaMs }: PedidoFilter) => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})-\d+$/.exec(text) ?? [];
  const ms = year === undefined ? Number.NaN : Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(ms)) return { desdeMs, hastaMs };
  return {
    desdeMs: Math.max(desdeMs ?? ms - DAY_MS, ms - DAY_MS),
    hastaMs: Math.min(hastaMs ?? ms + 2 * DAY_MS, ms + 2 * DAY_MS),
  };
};

/** Newest first, until there is a page of them or enough has been looked at. */
const search = async (store: Pick<Store, 'pedidos'>, text: string, query: PedidoQuery) => {
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
    // SQLite answers at once: without a pause nobody else would get a turn.
    await setImmediate();
  }
  return { found, examined, next: cursor?.id ?? null };
};
