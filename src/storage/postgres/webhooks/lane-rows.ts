import { textArray } from '../driver/arrays.ts';
import type { Statement } from '../driver/connection.ts';
import type { Transaction } from '../driver/transaction.ts';

/** A lane, and the claim under which it is held. */
export interface LaneKey {
  restauranteId: string;
  webhookId: string;
  turno: number;
}

const RELEASE: Statement = {
  name: 'lane_release',
  text: `
    UPDATE entregas e SET proximo_ms = $5
    WHERE e.restaurante_id = $1 AND e.webhook_id = $2 AND e.viva = $3 AND e.pedido_id = ANY ($4::text[])
      AND e.estado = 'pendiente' AND e.proximo_ms IS NULL AND NOT EXISTS (
        SELECT 1 FROM entregas p
        WHERE p.restaurante_id = $1 AND p.webhook_id = $2 AND p.viva = $3 AND p.pedido_id = e.pedido_id
          AND p.estado = 'pendiente' AND p.secuencia < e.secuencia)`,
};

/** Lets go the first delivery of each order, if it was waiting. */
export const release = (
  transaction: Transaction,
  { restauranteId, webhookId }: LaneKey,
  pedidos: readonly string[],
  viva: 0 | 1,
  nowMs: number,
): void => {
  if (pedidos.length === 0) return;
  transaction.send(RELEASE, [restauranteId, webhookId, viva, textArray(pedidos), nowMs]);
};

const COLUMNS = `restaurante_id, webhook_id, secuencia, evento_id, tipo, pedido_id, estado, viva,
  reenvio_id, turno, intentos, fallos, creado_ms`;

/** Events between two sequences that are owed and wait to be let go; not those that have a row already. */
const OPEN: Statement = {
  name: 'lane_open',
  text: `
    INSERT INTO entregas (${COLUMNS})
    SELECT v.restaurante_id, $2, v.secuencia, v.id, v.tipo, v.pedido_id, 'pendiente', $6,
           $7, 0, $8, 0, v.creado_ms
    FROM eventos v
    WHERE v.restaurante_id = $1 AND v.secuencia > $3 AND v.secuencia <= $4 AND v.tipo = ANY ($5::text[])
      AND ($9::text[] IS NULL OR v.pedido_id = ANY ($9::text[]))
    ON CONFLICT DO NOTHING RETURNING pedido_id`,
};

export interface OpenRange {
  after: number;
  upTo: number;
  tipos: readonly string[];
  intentos: number;
  reenvioId: string | null;
  /** Null: of any order. */
  pedidos: readonly string[] | null;
}

/** Resolves with the orders of those that were opened, one for each. */
export const openRange = async (
  transaction: Transaction,
  { restauranteId, webhookId }: LaneKey,
  { after, upTo, tipos, intentos, reenvioId, pedidos }: OpenRange,
): Promise<string[]> => {
  const rows = await transaction.rows<{ pedido_id: string }>(OPEN, [
    ...[restauranteId, webhookId, after, upTo, textArray(tipos)],
    ...[reenvioId === null ? 1 : 0, reenvioId, intentos],
    pedidos === null ? null : textArray(pedidos),
  ]);
  return rows.map(({ pedido_id }) => pedido_id);
};
