import type { TipoEvento } from '../../../contract/recursos/evento.ts';
import type { DiaTotals } from '../../../domain/resumen/resumen.ts';
import type { MotivoInactivo } from '../../../domain/webhooks/delivery.ts';
import {
  type ConsultaStore,
  ENTREGAS_COUNTED_MAX,
  QUARTER_MS,
  QUARTERS_PEDIDOS_MAX,
} from '../../port/panel.ts';
import type { Session, Statement } from '../driver/connection.ts';

const DAYS: Statement = {
  name: 'consultas_days',
  text: `
    SELECT dia, pedidos, cancelados, ventas_cents, reparto, recogida, mesa
    FROM resumen_dias WHERE restaurante_id = $1 AND dia BETWEEN $2 AND $3 ORDER BY dia`,
};
/** The newest first, so that the bound cuts off the oldest. */
const QUARTERS: Statement = {
  name: 'consultas_quarters',
  text: `
    SELECT inicio * ${QUARTER_MS} AS inicio_ms, count(*) FILTER (WHERE NOT cancelado) AS pedidos,
           count(*) FILTER (WHERE cancelado) AS cancelados,
           coalesce(sum(total) FILTER (WHERE NOT cancelado), 0)::bigint AS ventas_cents
    FROM (
      SELECT creado_ms / ${QUARTER_MS} AS inicio, estado = 'cancelado' AS cancelado,
             (cuerpo::json #>> '{totales,total_cents}')::bigint AS total
      FROM pedidos WHERE restaurante_id = $1 AND creado_ms >= $2 AND creado_ms < $3
      ORDER BY creado_ms DESC, id DESC LIMIT ${QUARTERS_PEDIDOS_MAX}
    ) p GROUP BY inicio ORDER BY inicio`,
};
const EVENTS_OF: Statement = {
  name: 'consultas_events_of',
  text: `
    SELECT e.secuencia, e.id, e.tipo, e.creado_ms FROM historial h
    JOIN eventos e ON e.restaurante_id = $1 AND e.secuencia = h.secuencia
    WHERE h.restaurante_id = $1 AND h.pedido_id = $2 ORDER BY h.n LIMIT $3`,
};
const counted = (estado: string) => `(
  SELECT count(*) FROM (
    SELECT 1 FROM entregas e
    WHERE e.restaurante_id = w.restaurante_id AND e.webhook_id = w.id AND e.estado = '${estado}'
    LIMIT ${ENTREGAS_COUNTED_MAX}) c)`;
const WEBHOOKS: Statement = {
  name: 'consultas_webhooks',
  text: `
    SELECT w.id, w.motivo, ${counted('pendiente')} AS pendientes, ${counted('fallida')} AS fallidas,
           greatest(0, g.secuencia - w.hasta) AS por_empezar, w.fallos_seguidos, w.pausa_hasta_ms
    FROM webhooks w JOIN registros g ON g.restaurante_id = w.restaurante_id
    WHERE w.restaurante_id = $1 AND w.eliminado_ms IS NULL ORDER BY w.creado_ms, w.id`,
};
const TOTALS: Statement = {
  name: 'consultas_totals',
  text: `
    SELECT (SELECT count(*) FROM restaurantes) AS restaurantes,
           (SELECT count(*) FROM usuarios) AS usuarios,
           (SELECT count(*) FROM llaves
            WHERE revocada_ms IS NULL AND (expira_ms IS NULL OR expira_ms > $1)) AS llaves`,
};

type DiaRow = Omit<DiaTotals, 'ventasCents'> & { dia: string; ventas_cents: number };
type QuarterRow = {
  inicio_ms: number;
  pedidos: number;
  cancelados: number;
  ventas_cents: number;
};
type EventRow = { secuencia: number; id: string; tipo: TipoEvento; creado_ms: number };
type WebhookRow = {
  id: string;
  motivo: MotivoInactivo | null;
  pendientes: number;
  fallidas: number;
  por_empezar: number;
  fallos_seguidos: number;
  pausa_hasta_ms: number;
};
type TotalsRow = { restaurantes: number; usuarios: number; llaves: number };

export const makeConsultaStore = (session: Session, now: () => number): ConsultaStore => ({
  async days(restauranteId, from, to) {
    const rows = await session.rows<DiaRow>(DAYS, [restauranteId, from, to]);
    return rows.map(({ ventas_cents: ventasCents, ...row }) => ({ ...row, ventasCents }));
  },
  async quarters(restauranteId, desdeMs, hastaMs) {
    const rows = await session.rows<QuarterRow>(QUARTERS, [restauranteId, desdeMs, hastaMs]);
    return rows.map(({ inicio_ms: inicioMs, ventas_cents: ventasCents, ...counts }) => ({
      inicioMs,
      ...counts,
      ventasCents,
    }));
  },
  async eventsOf(restauranteId, pedidoId, limit) {
    const rows = await session.rows<EventRow>(EVENTS_OF, [restauranteId, pedidoId, limit]);
    return rows.map(({ creado_ms: creadoMs, ...event }) => ({ ...event, creadoMs }));
  },
  async webhooks(restauranteId) {
    const rows = await session.rows<WebhookRow>(WEBHOOKS, [restauranteId]);
    return rows.map(({ id, motivo, pendientes, fallidas, ...row }) => ({
      ...{ id, motivo, pendientes, fallidas },
      porEmpezar: row.por_empezar,
      fallosSeguidos: row.fallos_seguidos,
      pausaHastaMs: row.pausa_hasta_ms,
    }));
  },
  async totals() {
    const [row] = await session.rows<TotalsRow>(TOTALS, [now()]);
    if (row === undefined) throw new Error('an aggregate without a row');
    return { restaurantes: row.restaurantes, usuarios: row.usuarios, llavesActivas: row.llaves };
  },
});
