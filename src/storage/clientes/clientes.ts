import type { Pedido } from '../../contract/recursos/pedido.ts';
import type { ClientKeys } from '../../domain/cliente/client-keys.ts';
import { type Database, insert, rows, send } from '../database.ts';
import type { ClienteStore } from '../port/clientes.ts';

export const PEDIDOS_CLIENTES = {
  table: 'pedidos_clientes',
  columns: { cliente: 'text', pedido_id: 'text' },
  onConflict: 'ON CONFLICT DO NOTHING',
} as const;
/** Moves the search for old orders back: an order came in from before the point that it has reached. */
export const REWIND_SEARCH = `
  UPDATE registros SET olvidado_hasta_ms = $2 WHERE restaurante_id = $1 AND olvidado_hasta_ms > $2`;

const FIND = `
  SELECT pedido_id AS id FROM pedidos_clientes
  WHERE restaurante_id = $1 AND cliente = $2 AND pedido_id > $3 ORDER BY pedido_id LIMIT 0 + $4`;
const COUNT =
  'SELECT count(*) AS n FROM pedidos_clientes WHERE restaurante_id = $1 AND cliente = $2';

/** Read first, without the lock: mostly there is nothing left to index. */
const UNINDEXED = `
  SELECT 1 AS found FROM registros WHERE restaurante_id = $1 AND indizado_hasta IS NOT NULL`;
/** Takes the log's lock: nobody forgets a customer between reading an order and indexing it. */
const LOCK = 'UPDATE registros SET indizado_hasta = indizado_hasta WHERE restaurante_id = $1';
const TO_INDEX = `
  SELECT id, cuerpo FROM pedidos
  WHERE restaurante_id = $1 AND id > (SELECT indizado_hasta FROM registros WHERE restaurante_id = $1)
  ORDER BY id LIMIT 0 + $2`;
const INDEXED = 'UPDATE registros SET indizado_hasta = $2 WHERE restaurante_id = $1';

const SEARCHED = 'SELECT olvidado_hasta_ms AS "fromMs" FROM registros WHERE restaurante_id = $1';
const AGED = `
  SELECT id, creado_ms AS "creadoMs" FROM pedidos
  WHERE restaurante_id = $1 AND creado_ms >= $2 AND creado_ms < $3 AND olvidado IS NULL
  ORDER BY creado_ms, id LIMIT 0 + $4`;
/** Moves the search on, unless an older order came in meanwhile. */
const ADVANCE_SEARCH = `
  UPDATE registros SET olvidado_hasta_ms = $3 WHERE restaurante_id = $1 AND olvidado_hasta_ms = $2`;

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
  async index(restauranteId, limit) {
    if ((await all(UNINDEXED, restauranteId)).length === 0) return true;
    return transact(function* () {
      yield* send(LOCK, restauranteId);
      const found = yield* rows<{ id: string; cuerpo: string }>(TO_INDEX, restauranteId, limit);
      const clientes = found.flatMap(({ id, cuerpo }) => {
        const { cliente } = JSON.parse(cuerpo) as Pedido;
        return clientKeys(cliente).map((key) => [key, id]);
      });
      yield* insert(PEDIDOS_CLIENTES, restauranteId, clientes);
      const isDone = found.length < limit;
      yield* send(INDEXED, restauranteId, isDone ? null : (found.at(-1)?.id ?? null));
      return isDone;
    });
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
