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
import type { Session } from '../driver/connection.ts';

const DAYS = `
  SELECT dia, pedidos, cancelados, ventas_cents AS "ventasCents", reparto, recogida, mesa
  FROM resumen_dias WHERE restaurante_id = $1 AND dia BETWEEN $2 AND $3 ORDER BY dia`;
/** Newest first, so that the bound cuts off the oldest. */
const QUARTERS = `
  SELECT inicio * ${QUARTER_MS} AS "inicioMs", count(*) FILTER (WHERE NOT cancelado) AS pedidos,
         count(*) FILTER (WHERE cancelado) AS cancelados,
         coalesce(sum(total) FILTER (WHERE NOT cancelado), 0)::bigint AS "ventasCents"
  FROM (
    SELECT creado_ms / ${QUARTER_MS} AS inicio, estado = 'cancelado' AS cancelado,
           (cuerpo::json #>> '{totales,total_cents}')::bigint AS total
    FROM pedidos WHERE restaurante_id = $1 AND creado_ms >= $2 AND creado_ms < $3
    ORDER BY creado_ms DESC, id DESC LIMIT ${QUARTERS_PEDIDOS_MAX}
  ) p GROUP BY inicio ORDER BY inicio`;
const EVENTS_OF = `
  SELECT e.secuencia, e.id, e.tipo, e.creado_ms AS "creadoMs" FROM historial h
  JOIN eventos e ON e.restaurante_id = $1 AND e.secuencia = h.secuencia
  WHERE h.restaurante_id = $1 AND h.pedido_id = $2 ORDER BY h.n LIMIT $3`;
const counted = (estado: string) => `(
  SELECT count(*) FROM (
    SELECT 1 FROM entregas e
    WHERE e.restaurante_id = $1 AND e.webhook_id = w.id AND e.estado = '${estado}'
    LIMIT ${ENTREGAS_COUNTED_MAX}) c)`;
const WEBHOOKS = `
  SELECT w.id, w.motivo, ${counted('pendiente')} AS pendientes, ${counted('fallida')} AS fallidas,
         greatest(0, g.secuencia - w.hasta) AS "porEmpezar", w.fallos_seguidos AS "fallosSeguidos",
         w.pausa_hasta_ms AS "pausaHastaMs"
  FROM webhooks w JOIN registros g ON g.restaurante_id = w.restaurante_id
  WHERE w.restaurante_id = $1 AND w.eliminado_ms IS NULL ORDER BY w.creado_ms, w.id`;
const TOTALS = `
  SELECT (SELECT count(*) FROM restaurantes) AS restaurantes,
         (SELECT count(*) FROM usuarios) AS usuarios,
         (SELECT count(*) FROM llaves
          WHERE revocada_ms IS NULL AND (expira_ms IS NULL OR expira_ms > $1)) AS "llavesActivas"`;

type Totals = Awaited<ReturnType<ConsultaStore['totals']>>;

export const makeConsultaStore = (session: Session, now: () => number): ConsultaStore => ({
  days: (restauranteId, from, to) =>
    session.rows<DiaTotals & { dia: Dia }>(DAYS, [restauranteId, from, to]),
  quarters: (restauranteId, desdeMs, hastaMs) =>
    session.rows<Quarter>(QUARTERS, [restauranteId, desdeMs, hastaMs]),
  eventsOf: (restauranteId, pedidoId, limit) =>
    session.rows<PedidoEvent>(EVENTS_OF, [restauranteId, pedidoId, limit]),
  webhooks: (restauranteId) => session.rows<WebhookSalud>(WEBHOOKS, [restauranteId]),
  totals: async () => (await session.rows<Totals>(TOTALS, [now()]))[0] as Totals,
});
