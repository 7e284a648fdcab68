import { ESTADOS, TIPOS } from '../../../contract/recursos/pedido.ts';
import type { Value } from '../../database.ts';
import type { PedidoFilter } from '../../port/pedidos.ts';
import { conteoParts, type Edge, EXACT_MAX, TOLERANCE } from '../../shared/conteos.ts';
import { textArray } from '../driver/arrays.ts';
import type { Session } from '../driver/connection.ts';

const countDays = (dias: string, from: string, to: string) => `(
      SELECT coalesce(sum(pedidos), 0)::bigint FROM conteos
      WHERE restaurante_id = $1 AND dias = ${dias} AND inicio >= ${from} AND inicio < ${to}
        AND estado = ANY ($2::text[]) AND tipo = ANY ($3::text[])
    )`;
const countOrders = (from: string, to: string) => `(
      SELECT count(*) FROM pedidos
      WHERE restaurante_id = $1 AND creado_ms >= ${from} AND creado_ms < ${to}
        AND estado COLLATE "POSIX" = ANY ($2::text[]) AND tipo COLLATE "POSIX" = ANY ($3::text[])
    )`;

const countDay = (dia: string) => countDays('1', `${dia}::int`, `${dia}::int + 1`);

/**
 * Whole days come from the counters. The orders of the partial days at both ends are counted one by one, unless
 * these days hardly matter beside the whole ones: then their share is estimated, and the server does not
 * evaluate the counts. The POSIX collation keeps the planner from looking up states and types instead of the time.
 */
const COUNT = `
  SELECT CASE WHEN enteros > ${EXACT_MAX} AND dia_1 + dia_2 <= enteros * ${TOLERANCE}
    THEN round(enteros + dia_1 * $16::float8 + dia_2 * $20::float8)::bigint
    ELSE enteros + ${countOrders('$14', '$15')} + ${countOrders('$18', '$19')} END AS n
  FROM (
    SELECT ${countDays('$4', '$5', '$6')} + ${countDays('$7', '$8', '$9')} + ${countDays('$10', '$11', '$12')} AS enteros,
           ${countDay('$13')} AS dia_1, ${countDay('$17')} AS dia_2
    OFFSET 0
  ) contados`;

const NO_EDGE: Edge = { dia: 0, desdeMs: 0, hastaMs: 0, share: 0 };

/** The states and the types that a filter lets through. */
export const matchValues = ({ estados, tipo }: PedidoFilter): [Buffer, Buffer] => [
  textArray(estados.length === 0 ? ESTADOS : estados),
  textArray(tipo === null ? TIPOS : [tipo]),
];

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

export const countPedidos = async (session: Session, filter: PedidoFilter): Promise<number> => {
  const { sql, values } = countStatement(filter);
  const [row] = await session.rows<{ n: number }>(sql, values);
  return row?.n ?? 0;
};
