import { parseEventId } from '../../../domain/pedido/evento.ts';
import type { Reenvio, ReenvioStore, ReenvioWhat } from '../../port/webhooks.ts';
import { REENVIO_COLUMNS, toReenvio } from '../../shared/webhook-rows.ts';
import { writeAudit } from '../accounts/auditoria.ts';
import type { Session } from '../driver/connection.ts';
import type { Transact, Transaction } from '../driver/transaction.ts';

const CURSOR = `
  SELECT cursor FROM webhooks
  WHERE restaurante_id = $1 AND id = $2 AND eliminado_ms IS NULL FOR UPDATE`;
const EVENT = 'SELECT id, creado_ms FROM eventos WHERE restaurante_id = $1 AND secuencia = $2';
const FIRST = 'SELECT secuencia FROM eventos WHERE restaurante_id = $1 ORDER BY secuencia LIMIT 1';
const INSERT = `
  INSERT INTO reenvios (restaurante_id, webhook_id, id, creado_ms, desde, hasta, posicion)
  VALUES ($1, $2, $3, $4, $5, $6, $5) RETURNING ${REENVIO_COLUMNS}`;
const GET = `
  SELECT ${REENVIO_COLUMNS} FROM reenvios
  WHERE restaurante_id = $1 AND webhook_id = $2 AND id = $3`;
const LIST = `
  SELECT ${REENVIO_COLUMNS} FROM reenvios WHERE restaurante_id = $1 AND webhook_id = $2
  ORDER BY id DESC LIMIT $3`;

type EventHead = { id: string; creado_ms: number };

/** The last event before a moment, by binary search: sequences are gap-free and times never go back. */
const lastBefore = async (
  transaction: Transaction,
  restauranteId: string,
  ms: number,
  head: number,
): Promise<number> => {
  const [first] = await transaction.rows<{ secuencia: number }>(FIRST, [restauranteId]);
  let [low, high] = [(first?.secuencia ?? head + 1) - 1, head];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [event] = await transaction.rows<EventHead>(EVENT, [restauranteId, middle]);
    if (event !== undefined && event.creado_ms >= ms) high = middle - 1;
    else low = middle;
  }
  return low;
};

/** Events after the cursor are owed anyway and no part of it. */
const rangeOf = async (
  transaction: Transaction,
  restauranteId: string,
  cursor: number,
  what: ReenvioWhat,
): Promise<[desde: number, hasta: number] | null> => {
  if ('desdeMs' in what) {
    const desde = await lastBefore(transaction, restauranteId, what.desdeMs, cursor);
    return [Math.min(desde, cursor), cursor];
  }
  const secuencia = parseEventId(what.eventoId)?.secuencia ?? 0;
  const [found] = await transaction.rows<EventHead>(EVENT, [restauranteId, secuencia]);
  if (found?.id !== what.eventoId) return null;
  return [secuencia - 1, Math.min(secuencia, Math.max(cursor, secuencia - 1))];
};

export const makeReenvioStore = (session: Session, transact: Transact): ReenvioStore => ({
  create: ({ id, restauranteId, webhookId, creadoMs }, what, audit) =>
    transact(async (transaction) => {
      type Row = { cursor: number };
      const [webhook] = await transaction.rows<Row>(CURSOR, [restauranteId, webhookId]);
      if (webhook === undefined) return 'no_webhook';
      const range = await rangeOf(transaction, restauranteId, webhook.cursor, what);
      if (range === null) return 'no_event';
      const values = [restauranteId, webhookId, id, creadoMs, ...range];
      writeAudit(transaction, audit);
      const [row] = await transaction.rows<Reenvio>(INSERT, values);
      return row === undefined ? 'no_webhook' : toReenvio(row);
    }),
  async get(restauranteId, webhookId, id) {
    const [row] = await session.rows<Reenvio>(GET, [restauranteId, webhookId, id]);
    return row === undefined ? null : toReenvio(row);
  },
  async list(restauranteId, webhookId, limit) {
    return (await session.rows<Reenvio>(LIST, [restauranteId, webhookId, limit])).map(toReenvio);
  },
});
