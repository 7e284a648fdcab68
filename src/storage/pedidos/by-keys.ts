import type { Busqueda } from '../../domain/busqueda.ts';
import type { ClientKeys } from '../../domain/cliente/client-keys.ts';
import type { Keys, Narrowed } from '../../domain/pedido/filtros.ts';
import { NAME } from '../../domain/pedido/referencias.ts';
import type { Value } from '../database.ts';
import type { PedidoQuery } from '../port/pedidos.ts';
import { listBounds, matchValues, ROW } from './list.ts';

// Orders to which keys of references or of customers lead, in SQL for both engines. The index has the orders of a key sorted
// by id, and each is tested by the other filters: a customer has few orders, however long the history.

export interface Prepared {
  sql: string;
  values: Value[];
}

/** Conditions on an order, whose parameters `at` adds. */
export type Tests = (at: (value: Value) => string) => string[];

type IndexKeys = Exclude<Keys, { busqueda: unknown }>;

const indexOf = (keys: IndexKeys, clientKeys: ClientKeys) =>
  'referencias' in keys
    ? { table: 'pedidos_referencias', column: 'referencia', keys: keys.referencias }
    : { table: 'pedidos_clientes', column: 'cliente', keys: keys.contactos.flatMap(clientKeys) };

const AFTER_ALL = '\u{10FFFF}';
const ORDERS = `pedidos p /*+ NOT INDEXED */ ON p.restaurante_id = $1 AND p.id = c.pedido_id`;

type At = (value: Value) => string;

/** Statements that each give ids of orders that a search means. */
const searchStatements = (busqueda: Busqueda, clientKeys: ClientKeys, at: At): string[] => {
  const { pedidoId, telefonos, email, referencias, nombre } = busqueda;
  const contacts = telefonos.map((telefono) => ({ telefono, email: '' }));
  if (email !== null) contacts.push({ telefono: '', email });
  const clients = contacts.flatMap(clientKeys);
  const startingWith = (start: string) => `
    SELECT pedido_id FROM pedidos_referencias
    WHERE restaurante_id = $1 AND referencia >= ${at(start)} AND referencia < ${at(start + AFTER_ALL)}`;
  // SQLite reads set operations from left to right: those of the name need a SELECT of their own.
  const named = nombre.map((word) => startingWith(NAME + word)).join(' INTERSECT ');
  return [
    ...(pedidoId === null
      ? []
      : [`SELECT id AS pedido_id FROM pedidos WHERE restaurante_id = $1 AND id = ${at(pedidoId)}`]),
    ...clients.map(
      (client) =>
        `SELECT pedido_id FROM pedidos_clientes WHERE restaurante_id = $1 AND cliente = ${at(client)}`,
    ),
    ...referencias.map(startingWith),
    ...(nombre.length === 0 ? [] : [`SELECT pedido_id FROM (${named}) AS nombrados`]),
  ];
};

/**
 * The ids `c` of orders in one statement for each key of the first index. Adds the parameters to `values`; $1 is the
 * restaurant. Each order `p` is looked up only if there is something to test.
 */
const ordersOfKeys = (
  narrowed: Narrowed,
  clientKeys: ClientKeys,
  values: Value[],
  moreTests: Tests = () => [],
): string[] => {
  const at: At = (value) => `$${values.push(value)}`;
  const indexes = narrowed.keys.flatMap((keys) =>
    'busqueda' in keys ? [] : [indexOf(keys, clientKeys)],
  );
  const search = narrowed.keys.find((keys) => 'busqueda' in keys)?.busqueda;
  const [leading, ...others] = indexes;
  const tests: string[] = [];
  if (narrowed.estado !== null || narrowed.tipo !== null) {
    const [estados, tipos] = matchValues(narrowed).map((each) => at(each));
    tests.push(`p.estado = ANY (${estados}::text[]) AND p.tipo = ANY (${tipos}::text[])`);
  }
  if (narrowed.metodo !== null) tests.push(`p.metodo = ${at(narrowed.metodo)}`);
  if (narrowed.desdeMs !== null) tests.push(`p.creado_ms >= ${at(narrowed.desdeMs)}`);
  if (narrowed.hastaMs !== null) tests.push(`p.creado_ms < ${at(narrowed.hastaMs)}`);
  tests.push(...moreTests(at));
  const orders = tests.length === 0 ? '' : `/*+ CROSS */ JOIN ${ORDERS}`;
  for (const { table, column, keys } of search === undefined ? others : indexes) {
    tests.push(`EXISTS (
      SELECT 1 FROM ${table} e
      WHERE e.restaurante_id = $1 AND e.${column} = ANY (${at(keys)}::text[]) AND e.pedido_id = c.pedido_id)`);
  }
  const tested = tests.map((test) => ` AND ${test}`).join('');
  if (search !== undefined) {
    const found = searchStatements(search, clientKeys, at).join(' UNION ');
    return [`FROM (${found}) AS c ${orders} WHERE true${tested}`];
  }
  if (leading === undefined) return [];
  return leading.keys.map(
    (key) => `
      FROM ${leading.table} c ${orders}
      WHERE c.restaurante_id = $1 AND c.${leading.column} = ${at(key)}${tested}`,
  );
};

/** The orders themselves are read at the end: to sort many ids takes little, to sort as many orders does not. */
export const listByKeys = (
  query: PedidoQuery,
  narrowed: Narrowed,
  clientKeys: ClientKeys,
  order: 'ASC' | 'DESC',
  moreTests?: Tests,
): Prepared => {
  const { restauranteId, low, high, limit } = listBounds(query);
  const values: Value[] = [restauranteId, low, high, limit];
  const runs = ordersOfKeys(narrowed, clientKeys, values, moreTests).map(
    (orders) => `
      SELECT * FROM (
        SELECT c.pedido_id ${orders} AND c.pedido_id > $2 AND c.pedido_id < $3
        ORDER BY c.pedido_id ${order} LIMIT 0 + $4) AS tramo`,
  );
  return {
    sql: `
      SELECT p.id, ${ROW} FROM (
        SELECT pedido_id FROM (${runs.join(' UNION ALL ')}) AS tramos
        ORDER BY pedido_id ${order} LIMIT 0 + $4
      ) AS c /*+ CROSS */ JOIN ${ORDERS}
      ORDER BY c.pedido_id ${order}`,
    values,
  };
};

export const countByKeys = (
  restauranteId: string,
  narrowed: Narrowed,
  clientKeys: ClientKeys,
): Prepared => {
  const values: Value[] = [restauranteId];
  const counts = ordersOfKeys(narrowed, clientKeys, values).map(
    (orders) => `(SELECT count(*) ${orders})`,
  );
  return { sql: `SELECT ${counts.join(' + ')} AS n`, values };
};
