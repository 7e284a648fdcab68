import type { ClientKeys } from '../../domain/cliente/client-keys.ts';
import { type Database, send } from '../database.ts';
import type { ClienteStore } from '../port/clientes.ts';

export const PEDIDOS_CLIENTES = {
  table: 'pedidos_clientes',
  columns: { cliente: 'text', pedido_id: 'text' },
  onConflict: 'ON CONFLICT DO NOTHING',
} as const;
/** Moves the search for old orders back: an order came in from before the point that it has reached. */
export const REWIND_SEARCH = `
  UPDATE log_heads SET forgotten_until_ms = $2 WHERE restaurante_id = $1 AND forgotten_until_ms > $2`;

const FIND = `
  SELECT pedido_id AS id FROM pedidos_clientes
  WHERE restaurante_id = $1 AND cliente = $2 AND pedido_id > $3 ORDER BY pedido_id LIMIT 0 + $4`;
const COUNT =
  'SELECT count(*) AS n FROM pedidos_clientes WHERE restaurante_id = $1 AND cliente = $2';

const SEARCHED = 'SELECT forgotten_until_ms AS "fromMs" FROM log_heads WHERE restaurante_id = $1';
const AGED = `
  SELECT id, creado_ms AS "creadoMs" FROM pedidos
  WHERE restaurante_id = $1 AND creado_ms >= $2 AND creado_ms < $3 AND olvidado IS NULL
  ORDER BY creado_ms, id LIMIT 0 + $4`;
/** Moves the search on, unless an older order came in meanwhile. */
const ADVANCE_SEARCH = `
  UPDATE log_heads SET forgotten_until_ms = $3 WHERE restaurante_id = $1 AND forgotten_until_ms = $2`;

export const makeClienteStore = (
  { all, transact }: Database,
  clientKeys: ClientKeys,
): ClienteStore => ({
  async pedidos(restauranteId, contacto, after, limit) {
    const [key = ''] = clientKeys(contacto);
    const found = await all<{ id: string }>(FIND, restauranteId, key, after, limit);
    return found.map(({ id }) => id);
  },
  async count(restauranteId, contacto) {
    const [key = ''] = clientKeys(contacto);
    const [row] = await all<{ n: number }>(COUNT, restauranteId, key);
    return row?.n ?? 0;
  },
  async aged(restauranteId, beforeMs, limit) {
    const [searched] = await all<{ fromMs: number }>(SEARCHED, restauranteId);
    const fromMs = searched?.fromMs ?? beforeMs;
    const found = await all<{ id: string; creadoMs: number }>(
      AGED,
      restauranteId,
      fromMs,
      beforeMs,
      limit,
    );
    const toMs = found.length < limit ? beforeMs : (found.at(-1)?.creadoMs ?? beforeMs);
    return { pedidoIds: found.map(({ id }) => id), fromMs, toMs };
  },
  agedDone: (restauranteId, { fromMs, toMs }) =>
    transact(() => send(ADVANCE_SEARCH, restauranteId, fromMs, toMs)),
});
