import type { PedidoStore } from '../../port/pedidos.ts';
import { orderVersion } from '../../shared/list.ts';
import { readSummary } from '../../shared/summary.ts';
import type { Session } from '../driver/connection.ts';
import { readerOn } from '../driver/database.ts';
import { countPedidos } from './count.ts';
import { makeLists } from './list.ts';

const GET = 'SELECT entradas, huella, cuerpo FROM pedidos WHERE restaurante_id = $1 AND id = $2';
/** Gives one row without a body if the order has no entry, and no row if there is no order. */
const HISTORY = `
  SELECT h.cuerpo FROM pedidos p
  LEFT JOIN historial h ON h.restaurante_id = $1 AND h.pedido_id = p.id
  WHERE p.restaurante_id = $1 AND p.id = $2
  ORDER BY h.n`;

type OrderRow = { entradas: number; huella: number; cuerpo: string };

/** `lookups` is for frequent and short reads, `bulk` for reads that follow each other for minutes. */
export const makePedidoStore = (
  session: Session,
  { lookups = session, bulk = session }: { lookups?: Session; bulk?: Session } = {},
): PedidoStore => ({
  ...makeLists({ session, lookups, bulk }),
  count: (filter) => countPedidos(session, filter),
  async get(restauranteId, id) {
    const [row] = await lookups.rows<OrderRow>(GET, [restauranteId, id]);
    return row === undefined ? null : { body: Buffer.from(row.cuerpo), version: orderVersion(row) };
  },
  async history(restauranteId, id) {
    const rows = await session.rows<{ cuerpo: string | null }>(HISTORY, [restauranteId, id]);
    if (rows.length === 0) return null;
    return rows.flatMap(({ cuerpo }) => (cuerpo === null ? [] : [Buffer.from(cuerpo)]));
  },
  summary: (restauranteId, from, to) => readSummary(readerOn(session), restauranteId, from, to),
});
