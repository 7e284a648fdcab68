import type { LoadRequest, Target } from '../load.ts';
import { TABLES } from '../peers/tables.ts';
import { PAGE_ORDERS } from '../questions.ts';

const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const fields = (table: string): string =>
  Object.keys(TABLES[table]?.columns ?? {})
    .filter((name) => name !== 'id')
    .map(camel)
    .join(' ');

const ORDER = `rowId ${fields('pedidos')} restauranteByRestauranteId { rowId slug nombre }
  itemsByPedidoId { nodes { rowId ${fields('items')}
    opcionesByItemId { nodes { rowId ${fields('opciones')} } } } }
  pagosByPedidoId { nodes { ${fields('pagos')} } }
  impuestosByPedidoId { nodes { ${fields('impuestos')} } }`;

const query = (selection: string): string => `
  query Pagina($restaurante: String!, $after: Cursor, $first: Int!) {
    allPedidos(condition: { restauranteId: $restaurante }, orderBy: ROW_ID_DESC,
               after: $after, first: $first) { ${selection} }
  }`;
const PAGE = query(`totalCount pageInfo { hasNextPage endCursor } nodes { ${ORDER} }`);
const CURSORS = query('edges { cursor }');

/** The same page: all that is said of its orders, the total and the way on. */
export const pageQuery = (restaurante: string, after: string): LoadRequest => ({
  path: '/graphql',
  body: JSON.stringify({ query: PAGE, variables: { restaurante, after, first: PAGE_ORDERS } }),
});

interface Pedidos {
  edges: { cursor: string }[];
  nodes: unknown[];
}

export const readGraphql = async ({ url }: Target, { path, body }: LoadRequest) => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url + path, { method: 'POST', headers, body: body ?? '' });
  const { data, errors } = (await response.json()) as {
    data?: { allPedidos: Pedidos };
    errors?: unknown;
  };
  if (errors !== undefined || data === undefined) throw new Error(JSON.stringify(errors));
  return data.allPedidos;
};

/** Where pages of a restaurant may begin, in the generic server's own words. */
export const pageCursors = async (server: Target, restauranteId: string) => {
  const variables = { restaurante: restauranteId, after: null, first: 1_000 };
  const body = JSON.stringify({ query: CURSORS, variables });
  const { edges } = await readGraphql(server, { path: '/graphql', body });
  return edges.slice(0, -PAGE_ORDERS).map(({ cursor }) => ({ restauranteId, after: cursor }));
};
