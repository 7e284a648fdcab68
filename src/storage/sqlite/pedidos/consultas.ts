import type { Dia } from '../../../domain/resumen/dias.ts';
import type { DiaTotals } from '../../../domain/resumen/resumen.ts';
import {
  type ConsultaStore,
  ENTREGAS_COUNTED_MAX,
  type PedidoEvent,
  QUARTER_MS,
  QUARTERS_PEDIDOS_MAX,
  type Quarter,
  type WebhookSalud,
} from '../../port/panel.ts';
import type { Connection } from '../driver/connection.ts';

const DAYS = `
  SELECT dia, pedidos, cancelados, ventas_cents AS ventasCents, reparto, recogida, mesa
  FROM resumen_dias WHERE restaurante_id = ? AND dia BETWEEN ? AND ? ORDER BY dia`;
/** Newest first, so that the bound cuts off the oldest. */
const QUARTERS = `
  SELECT inicio * ${QUARTER_MS} AS inicioMs, sum(NOT cancelado) AS pedidos, sum(cancelado) AS cancelados,
         sum(iif(cancelado, 0, total)) AS ventasCents
  FROM (
    SELECT creado_ms / ${QUARTER_MS} AS inicio, estado = 'cancelado' AS cancelado,
           (SELECT p.cuerpo ->> '$.totales.total_cents' FROM pedidos p
            WHERE p.restaurante_id = k.restaurante_id AND p.id = k.id) AS total
    FROM pedidos k INDEXED BY pedidos_creado
    WHERE restaurante_id = ? AND creado_ms >= ? AND creado_ms < ?
    ORDER BY creado_ms DESC LIMIT ${QUARTERS_PEDIDOS_MAX}
  ) GROUP BY inicio ORDER BY inicio`;
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

export const makeConsultaStore = ({ get, all }: Connection, now: () => number): ConsultaStore => ({
  days: async (restauranteId, from, to) =>
    plain(all<DiaTotals & { dia: Dia }>(DAYS, restauranteId, from, to)),
  quarters: async (restauranteId, desdeMs, hastaMs) =>
    plain(all<Quarter>(QUARTERS, restauranteId, desdeMs, hastaMs)),
  eventsOf: async (restauranteId, pedidoId, limit) =>
    plain(all<PedidoEvent>(EVENTS_OF, restauranteId, pedidoId, limit)),
  webhooks: async (restauranteId) => plain(all<WebhookSalud>(WEBHOOKS, restauranteId)),
  totals: async () => ({ ...(get<Totals>(TOTALS, now()) as Totals) }),
});

/** The driver's rows have no prototype. */
const plain = <T extends object>(rows: readonly T[]): T[] => rows.map((row) => ({ ...row }));
