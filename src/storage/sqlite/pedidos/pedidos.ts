import type { Database } from '../../database.ts';
import type { Body } from '../../port/body.ts';
import type { PedidoStore } from '../../port/pedidos.ts';
import { orderVersion } from '../../shared/list.ts';
import { readSummary } from '../../shared/summary.ts';
import type { Connection } from '../driver/connection.ts';
import { countPedidos } from './count.ts';
import { makeLists } from './list.ts';

const GET = `
  SELECT entradas, huella, CAST(cuerpo AS BLOB) AS body FROM pedidos
  WHERE restaurante_id = ? AND id = ?`;
const HISTORY = `
  SELECT cuerpo FROM historial WHERE restaurante_id = ? AND pedido_id = ? ORDER BY n`;

type OrderRow = { entradas: number; huella: number; body: Body };

export const makePedidoStore = (
  connection: Connection,
  database: Pick<Database, 'all'>,
): PedidoStore => ({
  ...makeLists(connection),
  count: async (filter) => countPedidos(connection, filter),
  async get(restauranteId, id) {
    const row = connection.get<OrderRow>(GET, restauranteId, id);
    return row === undefined ? null : { body: row.body, version: orderVersion(row) };
  },
  async history(restauranteId, id) {
    const rows = connection.all<{ cuerpo: Body }>(HISTORY, restauranteId, id);
    if (rows.length === 0 && connection.get(GET, restauranteId, id) === undefined) return null;
    return rows.map((row) => row.cuerpo);
  },
  summary: (restauranteId, from, to) => readSummary(database, restauranteId, from, to),
});
