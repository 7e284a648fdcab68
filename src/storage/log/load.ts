import type { Pedido } from '../../contract/recursos/pedido.ts';
import type { ComandoLog } from '../../domain/cliente/olvido.ts';
import {
  type BatchState,
  candidateDays,
  neededKeys,
  type StoredPedido,
} from '../../domain/log/batch.ts';
import type { IdSkew } from '../../domain/log/id-skew.ts';
import type { Dia } from '../../domain/resumen/dias.ts';
import { CUENTA_COLUMNS, type CuentaRow, toCuenta } from '../accounts/cuentas.ts';
import { lookup, rows, together, type Work } from '../database.ts';
import { type HeadRow, LOCK_HEAD, NEVER_MS } from './head.ts';
import type { OrderCache } from './order-cache.ts';

/** The stored state that a batch is planned on, with the version and the skew of its log. */
interface Loaded {
  state: BatchState;
  version: number;
  idSkew: IdSkew | null;
}

/**
 * The other statements run after the lock was taken, each with a snapshot of its own: a single statement
 * that waited for the lock would join the new head with an account from before the wait.
 */
const READ_CUENTA = `SELECT ${CUENTA_COLUMNS} FROM restaurantes WHERE id = $1`;
const READ_PEDIDO = {
  key: { id: 'text' },
  sql: `SELECT p.id, p.entradas, p.olvidado, p.cuerpo FROM pedidos p
    WHERE p.restaurante_id = $1 AND p.id = k.id`,
} as const;
const READ_CLAVE = {
  key: { clave: 'text' },
  sql: `SELECT c.clave, c.pedido_id AS "pedidoId", c.evento_id AS "eventoId" FROM claves c
    WHERE c.restaurante_id = $1 AND c.clave = k.clave`,
} as const;
const READ_NUMERO = {
  key: { dia: 'text' },
  sql: 'SELECT n.dia, n.ultimo FROM numeros n WHERE n.restaurante_id = $1 AND n.dia = k.dia',
} as const;

/** All look-ups of a batch before its plan. */
export const BATCH_LOOKUPS = [READ_PEDIDO, READ_CLAVE, READ_NUMERO];

type PedidoRow = Pick<StoredPedido, 'entradas' | 'olvidado'> & { id: string; cuerpo: string };
type ClaveRow = { clave: string; pedidoId: string; eventoId: string | null };
type NumeroRow = { dia: Dia; ultimo: number };

const NO_LOG: HeadRow = {
  secuencia: 0,
  logTag: '',
  version: 0,
  zona: null,
  cerradoHastaMs: NEVER_MS,
  idMin: null,
};
const keysOf = (keys: ReadonlySet<string>): string[][] => Array.from(keys, (key) => [key]);

/**
 * Takes the lock and reads all that the commands need, in one round trip. Orders that the cache holds
 * are read only if it turns out, with the lock held, that another process has changed them.
 */
export function* loadBatch(
  cache: OrderCache,
  restauranteId: string,
  comandos: readonly ComandoLog[],
  now: number,
): Work<Loaded> {
  const keys = neededKeys(comandos);
  const unknown = new Set([...keys.pedidos].filter((id) => !cache.has(restauranteId, id)));
  const [[head], [account], found, claves, numeros] = yield* together(
    rows<HeadRow>(LOCK_HEAD, restauranteId),
    rows<CuentaRow>(READ_CUENTA, restauranteId),
    lookup<PedidoRow>(READ_PEDIDO, restauranteId, keysOf(unknown)),
    lookup<ClaveRow>(READ_CLAVE, restauranteId, keysOf(keys.claves)),
    lookup<NumeroRow>(READ_NUMERO, restauranteId, keysOf(candidateDays(comandos, now))),
  );
  const { secuencia, logTag, version, zona, cerradoHastaMs, ...skew } = head ?? NO_LOG;
  const pedidos = cache.recall(restauranteId, version);
  const stale = keys.pedidos.difference(unknown).difference(pedidos);
  const late = yield* lookup<PedidoRow>(READ_PEDIDO, restauranteId, keysOf(stale));
  for (const { id, entradas, olvidado, cuerpo } of [...found, ...late]) {
    pedidos.set(id, { pedido: JSON.parse(cuerpo) as Pedido, entradas, olvidado });
  }
  const state = {
    // The zone of the head is that of the stored sums: on Citus the account may be an instant behind it.
    cuenta:
      account === undefined
        ? null
        : toCuenta(zona === null ? account : { ...account, zona_horaria: zona }),
    secuencia,
    logTag,
    cerradoHastaMs,
    pedidos,
    claves: new Map(
      claves.map(({ clave, ...answer }) => [clave, { ok: true as const, ...answer }]),
    ),
    numeros: new Map(numeros.map(({ dia, ultimo }) => [dia, ultimo])),
  };
  return { state, version, idSkew: skew.idMin === null ? null : skew };
}
