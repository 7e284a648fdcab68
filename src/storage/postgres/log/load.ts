import type { Pedido } from '../../../contract/recursos/pedido.ts';
import type { ComandoLog } from '../../../domain/cliente/olvido.ts';
import {
  type Answer,
  type BatchState,
  candidateDays,
  neededKeys,
  type StoredPedido,
} from '../../../domain/log/batch.ts';
import type { Dia } from '../../../domain/resumen/dias.ts';
import { CUENTA_COLUMNS, type CuentaRow, toCuenta } from '../../accounts/cuentas.ts';
import type { OrderCache } from '../../shared/order-cache.ts';
import type { Registro } from '../../shared/registro.ts';
import { textArray } from '../driver/arrays.ts';
import type { Transaction } from '../driver/transaction.ts';
import { lockRegistro } from './registro.ts';

/** The stored state that a batch is planned on, with the version and the skew of its log. */
interface Loaded extends Pick<Registro, 'version' | 'idSkew'> {
  state: BatchState;
}

/**
 * These statements run after the lock was taken, each with a snapshot of its own: a single statement
 * that waited for the lock would join the new head with an account from before the wait.
 */
const READ_CUENTA = `SELECT ${CUENTA_COLUMNS} FROM restaurantes WHERE id = $1`;
const READ_PEDIDOS = `
  SELECT id, entradas, olvidado, cuerpo FROM pedidos
  WHERE restaurante_id = $1 AND id = ANY ($2::text[])`;
const READ_CLAVES = `
  SELECT clave, pedido_id AS "pedidoId", evento_id AS "eventoId" FROM claves
  WHERE restaurante_id = $1 AND clave = ANY ($2::text[])`;
const READ_NUMEROS =
  'SELECT dia, ultimo FROM numeros WHERE restaurante_id = $1 AND dia = ANY ($2::text[])';

/**
 * Takes the lock and reads all that the commands need, in one round trip. Orders that the cache holds
 * are read only if it turns out, with the lock held, that another process has changed them.
 */
export const loadBatch = async (
  transaction: Transaction,
  cache: OrderCache,
  restauranteId: string,
  comandos: readonly ComandoLog[],
  now: number,
): Promise<Loaded> => {
  const keys = neededKeys(comandos);
  const unknown = new Set([...keys.pedidos].filter((id) => !cache.has(restauranteId, id)));
  const [registro, [cuentaRow], read, claves, numeros] = await Promise.all([
    lockRegistro(transaction, restauranteId),
    transaction.rows<CuentaRow>(READ_CUENTA, [restauranteId]),
    readPedidos(transaction, restauranteId, unknown),
    readClaves(transaction, restauranteId, keys.claves),
    readNumeros(transaction, restauranteId, candidateDays(comandos, now)),
  ]);
  const pedidos = cache.recall(restauranteId, registro?.version ?? 0);
  const stale = keys.pedidos.difference(unknown).difference(pedidos);
  const late = await readPedidos(transaction, restauranteId, stale);
  for (const [id, stored] of [...read, ...late]) pedidos.set(id, stored);
  const cuenta = cuentaRow === undefined ? null : toCuenta(cuentaRow);
  const { secuencia = 0, logTag = '', idSkew = null, version = 0 } = registro ?? {};
  return { state: { cuenta, secuencia, logTag, pedidos, claves, numeros }, version, idSkew };
};

type PedidoRow = Pick<StoredPedido, 'entradas' | 'olvidado'> & { id: string; cuerpo: string };

const readPedidos = async (
  transaction: Transaction,
  restauranteId: string,
  ids: ReadonlySet<string>,
): Promise<Map<string, StoredPedido>> => {
  if (ids.size === 0) return new Map();
  const values = [restauranteId, textArray([...ids])];
  const rows = await transaction.rows<PedidoRow>(READ_PEDIDOS, values);
  return new Map(
    rows.map(({ id, entradas, olvidado, cuerpo }) => [
      id,
      { pedido: JSON.parse(cuerpo) as Pedido, entradas, olvidado },
    ]),
  );
};

const readClaves = async (
  transaction: Transaction,
  restauranteId: string,
  claves: ReadonlySet<string>,
): Promise<Map<string, Answer>> => {
  if (claves.size === 0) return new Map();
  type Row = { clave: string; pedidoId: string; eventoId: string | null };
  const values = [restauranteId, textArray([...claves])];
  const rows = await transaction.rows<Row>(READ_CLAVES, values);
  return new Map(
    rows.map(({ clave, pedidoId, eventoId }) => [clave, { ok: true, pedidoId, eventoId }]),
  );
};

const readNumeros = async (
  transaction: Transaction,
  restauranteId: string,
  days: ReadonlySet<Dia>,
): Promise<Map<Dia, number>> => {
  if (days.size === 0) return new Map();
  const rows = await transaction.rows<{ dia: Dia; ultimo: number }>(READ_NUMEROS, [
    restauranteId,
    textArray([...days]),
  ]);
  return new Map(rows.map(({ dia, ultimo }) => [dia, ultimo]));
};
