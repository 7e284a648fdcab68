import type { ClientKeys } from '../../domain/cliente/client-keys.ts';
import { ANY_METHOD } from '../../domain/log/batch.ts';
import { narrow } from '../../domain/pedido/filtros.ts';
import type { Database } from '../database.ts';
import type { PedidoFilter } from '../port/pedidos.ts';
import { countByKeys, type Prepared } from './by-keys.ts';
import { conteoParts, type Edge, EXACT_MAX, TOLERANCE } from './conteos.ts';
import { matchValues } from './list.ts';

const countDays = (dias: string, from: string, to: string) => `(
      SELECT coalesce(sum(pedidos), 0)::bigint FROM conteos
      WHERE restaurante_id = $1 AND metodo = $21 AND dias = ${dias} AND inicio >= ${from} AND inicio < ${to}
        AND estado = ANY ($2::text[]) AND tipo = ANY ($3::text[])
    )`;
const countOrders = (from: string, to: string) => `(
      SELECT count(*) FROM pedidos /*+ INDEXED BY pedidos_creado */
      WHERE restaurante_id = $1 AND creado_ms >= ${from} AND creado_ms < ${to}
        AND estado COLLATE "POSIX" = ANY ($2::text[]) AND tipo COLLATE "POSIX" = ANY ($3::text[])
        AND ($21 = '${ANY_METHOD}' OR metodo COLLATE "POSIX" = $21)
    )`;

const countDay = (dia: string) => countDays('1', `${dia}::int`, `${dia}::int + 1`);

/**
 * Whole days come from the counters. The orders of the partial days at both ends are counted one by one, unless
 * these days hardly matter beside the whole ones: then their share is estimated, and the database does not
 * evaluate the counts. The POSIX collation keeps PostgreSQL's planner from looking up states and types instead of the time.
 */
const COUNT = `
  WITH contados AS MATERIALIZED (
    SELECT ${countDays('$4', '$5', '$6')} + ${countDays('$7', '$8', '$9')} + ${countDays('$10', '$11', '$12')} AS enteros
  )
  SELECT CASE WHEN enteros > ${EXACT_MAX} AND ${countDay('$13')} + ${countDay('$17')} <= enteros * ${TOLERANCE}
    THEN round(enteros + ${countDay('$13')} * $16::float8 + ${countDay('$17')} * $20::float8)::bigint
    ELSE enteros + ${countOrders('$14', '$15')} + ${countOrders('$18', '$19')} END AS n
  FROM contados`;

const NO_EDGE: Edge = { dia: 0, desdeMs: 0, hastaMs: 0, share: 0 };

export const countStatement = (filter: PedidoFilter, clientKeys: ClientKeys): Prepared => {
  const narrowed = narrow(filter);
  const { keys, metodo } = narrowed;
  const { restauranteId } = filter;
  if (keys.length > 0) return countByKeys(restauranteId, narrowed, clientKeys);
  const { ranges, edges } = conteoParts(narrowed);
  const [first = NO_EDGE, second = NO_EDGE] = edges;
  const values = [
    restauranteId,
    ...matchValues(narrowed),
    ...ranges.flatMap(({ dias, from, to }) => [dias, from, to]),
    ...[first, second].flatMap(({ dia, desdeMs, hastaMs, share }) => [
      dia,
      desdeMs,
      hastaMs,
      share,
    ]),
    metodo ?? ANY_METHOD,
  ];
  return { sql: COUNT, values };
};

export const countPedidos = async (
  { all }: Pick<Database, 'all'>,
  filter: PedidoFilter,
  clientKeys: ClientKeys,
): Promise<number> => {
  const { sql, values } = countStatement(filter, clientKeys);
  return (await all<{ n: number }>(sql, ...values))[0]?.n ?? 0;
};
