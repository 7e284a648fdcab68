import type { PedidoPage, PedidoQuery, PedidoStore } from '../../port/pedidos.ts';
import { hasDates } from '../../shared/dates.ts';
import { orderVersion, type PageRow, toPage } from '../../shared/page.ts';
import type { Session, Statement } from '../driver/connection.ts';
import { countPedidos } from './conteo.ts';
import { listStatement } from './lista.ts';
import { readSummary } from './resumen.ts';

const GET: Statement = {
  name: 'pedidos_get',
  text: 'SELECT entradas, huella, cuerpo FROM pedidos WHERE restaurante_id = $1 AND id = $2',
};
/** A row without a body when there is no entry, none at all when there is no order. */
const HISTORY: Statement = {
  name: 'pedidos_history',
  text: `
    SELECT h.cuerpo FROM pedidos p
    LEFT JOIN historial h ON h.restaurante_id = $1 AND h.pedido_id = p.id
    WHERE p.restaurante_id = $1 AND p.id = $2
    ORDER BY h.n`,
};

type OrderRow = { entradas: number; huella: string; cuerpo: string };

/** `lookups`: for what is asked most and read in no time. */
export const makePedidoStore = (session: Session, lookups = session): PedidoStore => ({
  list: (query) => listPedidos(hasDates(query) ? session : lookups, query),
  count: (filter) => countPedidos(session, filter),
  async get(restauranteId, id) {
    const [row] = await lookups.rows<OrderRow>(GET, [restauranteId, id]);
    if (row === undefined) return null;
    const version = orderVersion(row.entradas, Number(row.huella));
    return { body: Buffer.from(row.cuerpo), version };
  },
  async history(restauranteId, id) {
    const rows = await session.rows<{ cuerpo: string | null }>(HISTORY, [restauranteId, id]);
    if (rows.length === 0) return null;
    return rows.flatMap(({ cuerpo }) => (cuerpo === null ? [] : [Buffer.from(cuerpo)]));
  },
  summary: (restauranteId, from, to) => readSummary(session, restauranteId, from, to),
});

const listPedidos = async (session: Session, query: PedidoQuery): Promise<PedidoPage> => {
  const statement = await listStatement(session, query);
  const [row] = await session.rows<PageRow<string>>(statement, statement.values);
  if (row === undefined) return toPage(row, query);
  return toPage({ ...row, body: row.body === null ? null : Buffer.from(row.body) }, query);
};
