import type { PedidoFilter } from '../../port/pedidos.ts';
import { countStatement } from '../../shared/count.ts';
import type { Session } from '../driver/connection.ts';

export const countPedidos = async (session: Session, filter: PedidoFilter): Promise<number> => {
  const { sql, values } = countStatement(filter);
  const [row] = await session.rows<{ n: number }>(sql, values);
  return row?.n ?? 0;
};
