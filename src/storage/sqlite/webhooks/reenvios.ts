import { parseEventId } from '../../../domain/pedido/evento.ts';
import type { Reenvio, ReenvioStore, ReenvioWhat } from '../../port/webhooks.ts';
import { REENVIO_COLUMNS, toReenvio } from '../../shared/webhook-rows.ts';
import { writeAudit } from '../accounts/auditoria.ts';
import type { Connection } from '../driver/connection.ts';

const CURSOR = `
  SELECT cursor FROM webhooks WHERE restaurante_id = ? AND id = ? AND eliminado_ms IS NULL`;
const EVENT = 'SELECT id FROM eventos WHERE restaurante_id = ? AND secuencia = ?';
const FIRST = `
  SELECT secuencia FROM eventos WHERE restaurante_id = ? ORDER BY secuencia LIMIT 1`;
const CREADO = 'SELECT creado_ms FROM eventos WHERE restaurante_id = ? AND secuencia = ?';
const INSERT = `
  INSERT INTO reenvios (restaurante_id, webhook_id, id, creado_ms, desde, hasta, posicion)
  VALUES (?, ?, ?, ?, ?5, ?6, ?5)`;
const GET = `
  SELECT ${REENVIO_COLUMNS} FROM reenvios WHERE restaurante_id = ? AND webhook_id = ? AND id = ?`;
const LIST = `
  SELECT ${REENVIO_COLUMNS} FROM reenvios WHERE restaurante_id = ? AND webhook_id = ?
  ORDER BY id DESC LIMIT 0 + ?`;

export const makeReenvioStore = (connection: Connection): ReenvioStore => {
  const { run, get, all, transaction } = connection;

  /** The last event before a moment, by binary search: sequences are gap-free and times never go back. */
  const lastBefore = (restauranteId: string, ms: number, head: number): number => {
    const first = get<{ secuencia: number }>(FIRST, restauranteId)?.secuencia ?? head + 1;
    let [low, high] = [first - 1, head];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const creado = get<{ creado_ms: number }>(CREADO, restauranteId, middle)?.creado_ms;
      if (creado !== undefined && creado >= ms) high = middle - 1;
      else low = middle;
    }
    return low;
  };

  /** Events after the cursor are owed anyway and no part of it. */
  const rangeOf = (
    restauranteId: string,
    cursor: number,
    what: ReenvioWhat,
  ): [desde: number, hasta: number] | null => {
    if ('desdeMs' in what) {
      const desde = Math.min(lastBefore(restauranteId, what.desdeMs, cursor), cursor);
      return [desde, cursor];
    }
    const secuencia = parseEventId(what.eventoId)?.secuencia ?? 0;
    const found = get<{ id: string }>(EVENT, restauranteId, secuencia);
    if (found?.id !== what.eventoId) return null;
    return [secuencia - 1, Math.min(secuencia, Math.max(cursor, secuencia - 1))];
  };

  return {
    create: async ({ id, restauranteId, webhookId, creadoMs }, what, audit) =>
      transaction(() => {
        const webhook = get<{ cursor: number }>(CURSOR, restauranteId, webhookId);
        if (webhook === undefined) return 'no_webhook';
        const range = rangeOf(restauranteId, webhook.cursor, what);
        if (range === null) return 'no_event';
        run(INSERT, restauranteId, webhookId, id, creadoMs, ...range);
        writeAudit(connection, audit);
        const row = get<Reenvio>(GET, restauranteId, webhookId, id);
        return row === undefined ? 'no_webhook' : toReenvio(row);
      }),
    async get(restauranteId, webhookId, id) {
      const row = get<Reenvio>(GET, restauranteId, webhookId, id);
      return row === undefined ? null : toReenvio(row);
    },
    list: async (restauranteId, webhookId, limit) =>
      all<Reenvio>(LIST, restauranteId, webhookId, limit).map(toReenvio),
  };
};
