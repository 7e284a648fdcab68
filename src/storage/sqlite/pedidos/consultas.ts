import type { Database } from '../../database.ts';
import { makeFigures } from '../../panel/figures.ts';
import {
  type ConsultaStore,
  ENTREGAS_COUNTED_MAX,
  type PedidoEvent,
  type WebhookSalud,
} from '../../port/panel.ts';
import type { Connection } from '../driver/connection.ts';

const EVENTS_OF = `
  SELECT e.secuencia, e.id, e.tipo, e.creado_ms AS creadoMs FROM historial h
  CROSS JOIN eventos e ON e.restaurante_id = h.restaurante_id AND e.secuencia = h.secuencia
  WHERE h.restaurante_id = ? AND h.pedido_id = ? ORDER BY h.n LIMIT 0 + ?`;
const counted = (estado: string) => `(
  SELECT count(*) FROM (
    SELECT 1 FROM entregas e INDEXED BY entregas_estado
    WHERE e.restaurante_id = w.restaurante_id AND e.webhook_id = w.id AND e.estado = '${estado}'
      AND e.estado <> 'entregada'
    LIMIT ${ENTREGAS_COUNTED_MAX}))`;
const WEBHOOKS = `
  SELECT w.id, w.motivo, ${counted('pendiente')} AS pendientes, ${counted('fallida')} AS fallidas,
         max(0, g.secuencia - w.hasta) AS porEmpezar, w.fallos_seguidos AS fallosSeguidos,
         w.pausa_hasta_ms AS pausaHastaMs
  FROM webhooks w JOIN registros g ON g.restaurante_id = w.restaurante_id
  WHERE w.restaurante_id = ? AND w.eliminado_ms IS NULL ORDER BY w.creado_ms, w.id`;
const TOTALS = `
  SELECT (SELECT count(*) FROM restaurantes) AS restaurantes,
         (SELECT count(*) FROM usuarios) AS usuarios,
         (SELECT count(*) FROM llaves
          WHERE revocada_ms IS NULL AND (expira_ms IS NULL OR expira_ms > ?)) AS llavesActivas`;

type Totals = Awaited<ReturnType<ConsultaStore['totals']>>;

export const makeConsultaStore = (
  database: Database,
  { get, all }: Connection,
  now: () => number,
): ConsultaStore => ({
  ...makeFigures(database),
  eventsOf: async (restauranteId, pedidoId, limit) =>
    plain(all<PedidoEvent>(EVENTS_OF, restauranteId, pedidoId, limit)),
  webhooks: async (restauranteId) => plain(all<WebhookSalud>(WEBHOOKS, restauranteId)),
  totals: async () => ({ ...(get<Totals>(TOTALS, now()) as Totals) }),
});

/** The driver's rows have no prototype. */
const plain = <T extends object>(rows: readonly T[]): T[] => rows.map((row) => ({ ...row }));
