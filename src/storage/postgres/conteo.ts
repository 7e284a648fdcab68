import { ESTADOS, TIPOS } from '../../contract/pedido.ts';
import { splitDays } from '../dates.ts';
import type { PedidoFilter } from '../port.ts';
import { textArray } from './arrays.ts';
import type { Session, Statement, Value } from './connection.ts';

/**
 * Whole days come from the counters; only what sticks out at the ends of the range is counted. The
 * other collation keeps the planner from looking up states and types instead of the time.
 */
const COUNT: Statement = {
  name: 'pedidos_count',
  text: `
    SELECT (
      SELECT coalesce(sum(pedidos), 0)::bigint FROM conteos
      WHERE restaurante_id = $1 AND dia_utc >= $4 AND dia_utc < $5
        AND estado = ANY ($2::text[]) AND tipo = ANY ($3::text[])
    ) + (
      SELECT count(*) FROM pedidos
      WHERE restaurante_id = $1 AND creado_ms >= $6 AND creado_ms < $7
        AND estado COLLATE "POSIX" = ANY ($2::text[]) AND tipo COLLATE "POSIX" = ANY ($3::text[])
    ) + (
      SELECT count(*) FROM pedidos
      WHERE restaurante_id = $1 AND creado_ms >= $8 AND creado_ms < $9
        AND estado COLLATE "POSIX" = ANY ($2::text[]) AND tipo COLLATE "POSIX" = ANY ($3::text[])
    ) AS n`,
};

const NO_EDGE = { desdeMs: 0, hastaMs: 0 };

export const countStatement = (filter: PedidoFilter): Statement & { values: Value[] } => {
  const { restauranteId, estados, tipo } = filter;
  const { firstDay, endDay, edges } = splitDays(filter);
  const [first = NO_EDGE, second = NO_EDGE] = edges;
  const values = [
    restauranteId,
    textArray(estados.length === 0 ? ESTADOS : estados),
    textArray(tipo === null ? TIPOS : [tipo]),
    firstDay,
    endDay,
    first.desdeMs,
    first.hastaMs,
    second.desdeMs,
    second.hastaMs,
  ];
  return { ...COUNT, values };
};

export const countPedidos = async (session: Session, filter: PedidoFilter): Promise<number> => {
  const statement = countStatement(filter);
  const [row] = await session.rows<{ n: number }>(statement, statement.values);
  return row?.n ?? 0;
};
