import type { PedidoFilter } from '../../port/pedidos.ts';
import { countStatement } from '../../shared/count.ts';
import type { Connection } from '../driver/connection.ts';
import { bindable } from '../driver/database.ts';

export const countPedidos = ({ get }: Connection, filter: PedidoFilter): number => {
  const { sql, values } = countStatement(filter);
  return get<{ n: number }>(sql, ...values.map(bindable))?.n ?? 0;
};
