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
  itemsByPedidoId(orderBy: POSICION_ASC) { nodes { rowId ${fields('items')}
    opcionesByItemId(orderBy: POSICION_ASC) { nodes { rowId ${fields('opciones')} } } } }
  pagosByPedidoId(orderBy: POSICION_ASC) { nodes { ${fields('pagos')} } }
  impuestosByPedidoId(orderBy: POSICION_ASC) { nodes { ${fields('impuestos')} } }`;

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

/** Where pages of a restaurant may begin, in the generic server's own words. */
export const pageCursors = async ({ url }: Target, restauranteId: string) => {
  const variables = { restaurante: restauranteId, after: null, first: 1_000 };
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: CURSORS, variables }),
  });
  const { data, errors } = (await response.json()) as {
    data?: { allPedidos: { edges: { cursor: string }[] } };
    errors?: unknown;
  };
  if (errors !== undefined || data === undefined) throw new Error(JSON.stringify(errors));
  const { edges } = data.allPedidos;
  return edges.slice(0, -PAGE_ORDERS).map(({ cursor }) => ({ restauranteId, after: cursor }));
};
