import { entryWithoutCliente, eventWithoutCliente } from '../../domain/cliente/olvido.ts';
import type { Olvido } from '../../domain/log/batch.ts';
import { rows, type StoredBody, send, type Work } from '../database.ts';
import { IMPORTED } from '../eventos/events.ts';

const HISTORY = `
  SELECT n, secuencia, cuerpo FROM historial WHERE restaurante_id = $1 AND pedido_id = $2 AND n < $3`;
const SET_ENTRY = `
  UPDATE historial SET cuerpo = $4 WHERE restaurante_id = $1 AND pedido_id = $2 AND n = $3`;
/** As a range of orders: only one index has that order, and where PostgreSQL expects few imports it takes any of theirs. */
const IMPORT_EVENTS = `
  SELECT secuencia FROM eventos
  WHERE restaurante_id = $1 AND pedido_id BETWEEN $2 AND $2 AND ${IMPORTED} ORDER BY pedido_id`;
const READ_EVENT = 'SELECT cuerpo FROM eventos WHERE restaurante_id = $1 AND secuencia = $2';
const SET_EVENT = 'UPDATE eventos SET cuerpo = $3 WHERE restaurante_id = $1 AND secuencia = $2';
/** Clears the excerpts of answers: a receiver may have repeated the customer's data that it was sent. */
const CLEAR_EXCERPTS = `
  UPDATE entregas SET extracto = NULL
  WHERE restaurante_id = $1 AND secuencia = $2 AND extracto IS NOT NULL
    AND webhook_id IN (SELECT id FROM webhooks WHERE restaurante_id = $1)`;
const UNINDEX = `
  DELETE FROM pedidos_clientes WHERE restaurante_id = $1 AND cliente = $2 AND pedido_id = $3`;
const MARK = 'UPDATE pedidos SET olvidado = $3 WHERE restaurante_id = $1 AND id = $2';

/** The body without the customer; null if there is nothing to take out, as in most entries. */
const rewrite = (stored: StoredBody, without: (json: string) => string): Buffer | null => {
  const before = Buffer.from(stored).toString();
  const after = without(before);
  return after === before ? null : Buffer.from(after);
};

/** Takes a customer out of everything that was stored of an order before. */
export function* forgetBefore(restauranteId: string, olvido: Olvido): Work<void> {
  const { pedidoId, n, secuencia, olvidado, claves } = olvido;
  const entries = yield* rows<{ n: number; secuencia: number | null; cuerpo: StoredBody }>(
    HISTORY,
    restauranteId,
    pedidoId,
    n,
  );
  for (const entry of entries) {
    const isImported = entry.secuencia === null;
    const body = rewrite(entry.cuerpo, (json) => entryWithoutCliente(json, isImported));
    if (body !== null) yield* send(SET_ENTRY, restauranteId, pedidoId, entry.n, body);
  }
  const imports = yield* rows<{ secuencia: number }>(IMPORT_EVENTS, restauranteId, pedidoId);
  for (const event of new Set([...entries, ...imports].map((each) => each.secuencia))) {
    if (event === null || event >= secuencia) continue;
    yield* send(CLEAR_EXCERPTS, restauranteId, event);
    const [row] = yield* rows<{ cuerpo: StoredBody }>(READ_EVENT, restauranteId, event);
    const body = row === undefined ? null : rewrite(row.cuerpo, eventWithoutCliente);
    if (body !== null) yield* send(SET_EVENT, restauranteId, event, body);
  }
  for (const cliente of claves) yield* send(UNINDEX, restauranteId, cliente, pedidoId);
  yield* send(MARK, restauranteId, pedidoId, olvidado);
}
