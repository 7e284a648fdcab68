import type { Cuarto } from '../../domain/resumen/cifras.ts';
import { QUARTER_MS } from '../../domain/time.ts';
import type { Database } from '../database.ts';
import { NEWEST_NAME } from '../pedidos/summary.ts';
import {
  type ConsultaStore,
  ENTREGAS_COUNTED_MAX,
  type PedidoEvent,
  type WebhookSalud,
} from '../port/panel.ts';
import type { SoldProduct } from '../port/pedidos.ts';

const QUARTERS = `
  SELECT inicio * ${QUARTER_MS} AS "inicioMs", pedidos, cancelados, ventas_cents AS "ventasCents",
         reparto, recogida, mesa
  FROM resumen_cuartos WHERE restaurante_id = $1 AND inicio >= $2 AND inicio < $3 ORDER BY inicio`;
const PRODUCTS = `
  SELECT producto_id AS "productoId", ${NEWEST_NAME} AS nombre, sum(unidades)::bigint AS unidades,
         sum(ventas_cents)::bigint AS "ventasCents"
  FROM resumen_productos WHERE restaurante_id = $1 AND dia BETWEEN $2 AND $3 GROUP BY producto_id`;
const TOTALS = `
  SELECT (SELECT count(*) FROM restaurantes) AS restaurantes,
         (SELECT count(*) FROM usuarios) AS usuarios,
         (SELECT count(*) FROM llaves
          WHERE revocada_ms IS NULL AND (expira_ms IS NULL OR expira_ms > $1)) AS "llavesActivas"`;

/** Walks the days before: its cost grows with the history, so it is asked only of products that the period before lacks. */
const SOLD_BEFORE = `
  SELECT DISTINCT producto_id AS id FROM resumen_productos
  WHERE restaurante_id = $1 AND dia < $2 AND producto_id = ANY ($3::text[] COLLATE "C") AND unidades > 0`;

/** A column of the event of the entry `h`, by its key: for a join PostgreSQL would walk all events, where it expects few. */
const ofEvent = (column: string): string =>
  `(SELECT e.${column} FROM eventos e WHERE e.restaurante_id = $1 AND e.secuencia = h.secuencia)`;
const EVENTS_OF = `
  SELECT h.secuencia, ${ofEvent('id')} AS id, ${ofEvent('tipo')} AS tipo, ${ofEvent('creado_ms')} AS "creadoMs"
  FROM historial h
  WHERE h.restaurante_id = $1 AND h.pedido_id = $2 AND ${ofEvent('id')} IS NOT NULL
  ORDER BY h.n LIMIT 0 + $3`;
/** Repeats the condition of the partial index: only then SQLite uses it. */
const counted = (estado: string) => `(
  SELECT count(*) FROM (
    SELECT 1 FROM entregas e /*+ INDEXED BY entregas_estado */
    WHERE e.restaurante_id = $1 AND e.webhook_id = w.id AND e.estado = '${estado}' AND e.estado <> 'entregada'
    LIMIT ${ENTREGAS_COUNTED_MAX}) AS contadas)`;
const WEBHOOKS = `
  SELECT w.id, w.motivo, ${counted('pendiente')} AS pendientes, ${counted('fallida')} AS fallidas,
         CASE WHEN g.secuencia > w.window_end THEN g.secuencia - w.window_end ELSE 0 END AS "porEmpezar",
         w.fallos_seguidos AS "fallosSeguidos", w.paused_until_ms AS "pausedUntilMs"
  FROM webhooks w JOIN log_heads g ON g.restaurante_id = w.restaurante_id
  WHERE w.restaurante_id = $1 AND w.eliminado_ms IS NULL ORDER BY w.creado_ms, w.id`;

type Totals = Awaited<ReturnType<ConsultaStore['totals']>>;

/** The figures and look-ups of the panel. */
export const makeConsultaStore = ({ all }: Database, now: () => number): ConsultaStore => ({
  quarters: (restauranteId, desdeMs, hastaMs) =>
    all<Cuarto>(
      QUARTERS,
      restauranteId,
      Math.ceil(desdeMs / QUARTER_MS),
      Math.ceil(hastaMs / QUARTER_MS),
    ),
  products: (restauranteId, from, to) => all<SoldProduct>(PRODUCTS, restauranteId, from, to),
  async soldBefore(restauranteId, dia, productoIds) {
    if (productoIds.length === 0) return new Set();
    const sold = await all<{ id: string }>(SOLD_BEFORE, restauranteId, dia, productoIds);
    return new Set(sold.map(({ id }) => id));
  },
  eventsOf: (restauranteId, pedidoId, limit) =>
    all<PedidoEvent>(EVENTS_OF, restauranteId, pedidoId, limit),
  webhooks: (restauranteId) => all<WebhookSalud>(WEBHOOKS, restauranteId),
  totals: async () => (await all<Totals>(TOTALS, now()))[0] as Totals,
});
