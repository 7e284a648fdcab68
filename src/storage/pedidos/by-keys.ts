import type { ClientKeys } from '../../domain/cliente/client-keys.ts';
import type { Keys, Narrowed } from '../../domain/pedido/filtros.ts';
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

const indexOf = (keys: Keys, clientKeys: ClientKeys) =>
  'referencias' in keys
    ? { table: 'pedidos_referencias', column: 'referencia', keys: keys.referencias }
    : { table: 'pedidos_clientes', column: 'cliente', keys: keys.contactos.flatMap(clientKeys) };

/** The orders `p` of each key of the first index, by its entry `c`. Adds the parameters to `values`; $1 is the restaurant. */
const ordersOfKeys = (
  narrowed: Narrowed,
  clientKeys: ClientKeys,
  values: Value[],
  moreTests: Tests = () => [],
): string[] => {
  const at = (value: Value): string => `$${values.push(value)}`;
  const [leading, ...others] = narrowed.keys.map((keys) => indexOf(keys, clientKeys));
  if (leading === undefined) return [];
  const [estados, tipos] = matchValues(narrowed).map((each) => at(each));
  const tests = [`p.estado = ANY (${estados}::text[]) AND p.tipo = ANY (${tipos}::text[])`];
  if (narrowed.metodo !== null) tests.push(`p.metodo = ${at(narrowed.metodo)}`);
  if (narrowed.desdeMs !== null) tests.push(`p.creado_ms >= ${at(narrowed.desdeMs)}`);
  if (narrowed.hastaMs !== null) tests.push(`p.creado_ms < ${at(narrowed.hastaMs)}`);
  tests.push(...moreTests(at));
  for (const { table, column, keys } of others) {
    tests.push(`EXISTS (
      SELECT 1 FROM ${table} e
      WHERE e.restaurante_id = $1 AND e.${column} = ANY (${at(keys)}::text[]) AND e.pedido_id = c.pedido_id)`);
  }
  return leading.keys.map(
    (key) => `
      FROM ${leading.table} c /*+ CROSS */ JOIN pedidos p /*+ NOT INDEXED */
        ON p.restaurante_id = $1 AND p.id = c.pedido_id
      WHERE c.restaurante_id = $1 AND c.${leading.column} = ${at(key)} AND ${tests.join(' AND ')}`,
  );
};

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
        SELECT p.id, ${ROW} ${orders} AND c.pedido_id > $2 AND c.pedido_id < $3
        ORDER BY c.pedido_id ${order} LIMIT 0 + $4) AS tramo`,
  );
  return { sql: `${runs.join(' UNION ALL ')} ORDER BY id ${order} LIMIT 0 + $4`, values };
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
