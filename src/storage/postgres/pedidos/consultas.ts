import type { ConsultaSql } from '../../panel/consultas.ts';
import { ENTREGAS_COUNTED_MAX } from '../../port/panel.ts';

const counted = (estado: string) => `(
  SELECT count(*) FROM (
    SELECT 1 FROM entregas e
    WHERE e.restaurante_id = $1 AND e.webhook_id = w.id AND e.estado = '${estado}'
    LIMIT ${ENTREGAS_COUNTED_MAX}) c)`;

export const CONSULTAS: ConsultaSql = {
  eventsOf: `
    SELECT e.secuencia, e.id, e.tipo, e.creado_ms AS "creadoMs" FROM historial h
    JOIN eventos e ON e.restaurante_id = $1 AND e.secuencia = h.secuencia
    WHERE h.restaurante_id = $1 AND h.pedido_id = $2 ORDER BY h.n LIMIT $3`,
  webhooks: `
    SELECT w.id, w.motivo, ${counted('pendiente')} AS pendientes, ${counted('fallida')} AS fallidas,
           greatest(0, g.secuencia - w.hasta) AS "porEmpezar", w.fallos_seguidos AS "fallosSeguidos",
           w.pausa_hasta_ms AS "pausaHastaMs"
    FROM webhooks w JOIN registros g ON g.restaurante_id = w.restaurante_id
    WHERE w.restaurante_id = $1 AND w.eliminado_ms IS NULL ORDER BY w.creado_ms, w.id`,
};
