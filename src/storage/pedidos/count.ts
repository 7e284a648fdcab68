import { ESTADOS, TIPOS } from '../../contract/recursos/pedido.ts';
import type { Database, Value } from '../database.ts';
import type { PedidoFilter } from '../port/pedidos.ts';
import { conteoParts, type Edge, EXACT_MAX, TOLERANCE } from './conteos.ts';

const countDays = (dias: string, from: string, to: string) => `(
      SELECT coalesce(sum(pedidos), 0)::bigint FROM conteos
      WHERE restaurante_id = $1 AND dias = ${dias} AND inicio >= ${from} AND inicio < ${to}
        AND estado = ANY ($2::text[]) AND tipo = ANY ($3::text[])
    )`;
const countOrders = (from: string, to: string) => `(
      SELECT count(*) FROM pedidos /*+ INDEXED BY pedidos_creado */
      WHERE restaurante_id = $1 AND creado_ms >= ${from} AND creado_ms < ${to}
        AND estado COLLATE "POSIX" = ANY ($2::text[]) AND tipo COLLATE "POSIX" = ANY ($3::text[])
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

/** The states and the types that a filter lets through. */
export const matchValues = ({ estados, tipo }: PedidoFilter) =>
  [estados.length === 0 ? ESTADOS : estados, tipo === null ? TIPOS : [tipo]] as const;

export const countStatement = (filter: PedidoFilter): { sql: string; values: Value[] } => {
  const { ranges, edges } = conteoParts(filter);
  const [first = NO_EDGE, second = NO_EDGE] = edges;
  const values = [
    filter.restauranteId,
    ...matchValues(filter),
    ...ranges.flatMap(({ dias, from, to }) => [dias, from, to]),
    ...[first, second].flatMap(({ dia, desdeMs, hastaMs, share }) => [
      dia,
      desdeMs,
      hastaMs,
      share,
    ]),
  ];
  return { sql: COUNT, values };
};

export const countPedidos = async (
  { all }: Pick<Database, 'all'>,
  filter: PedidoFilter,
): Promise<number> => {
  const { sql, values } = countStatement(filter);
  return (await all<{ n: number }>(sql, ...values))[0]?.n ?? 0;
};
