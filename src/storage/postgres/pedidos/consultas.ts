import type { Database } from '../../database.ts';
import { makeFigures } from '../../panel/figures.ts';
import {
  type ConsultaStore,
  ENTREGAS_COUNTED_MAX,
  type PedidoEvent,
  type WebhookSalud,
} from '../../port/panel.ts';
import type { Session } from '../driver/connection.ts';

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

export const makeConsultaStore = (
  database: Database,
  session: Session,
  now: () => number,
): ConsultaStore => ({
  ...makeFigures(database),
  eventsOf: (restauranteId, pedidoId, limit) =>
    session.rows<PedidoEvent>(EVENTS_OF, [restauranteId, pedidoId, limit]),
  webhooks: (restauranteId) => session.rows<WebhookSalud>(WEBHOOKS, [restauranteId]),
  totals: async () => (await session.rows<Totals>(TOTALS, [now()]))[0] as Totals,
});
