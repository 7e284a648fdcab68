import type { ComandoPedido } from '../../../contract/comandos.ts';
import type { Pedido } from '../../../contract/recursos/pedido.ts';
import {
  type Answer,
  type Cuenta,
  neededDays,
  neededKeys,
  type StoredPedido,
} from '../../../domain/log/batch.ts';
import type { Dia } from '../../../domain/resumen/dias.ts';
import { CUENTA_COLUMNS, type CuentaRow, toCuenta } from '../../shared/accounts/cuentas.ts';
import type { OrderCache } from '../../shared/order-cache.ts';
import { textArray } from '../driver/arrays.ts';
import type { Statement } from '../driver/connection.ts';
import type { Transaction } from '../driver/transaction.ts';
import { readVisits, type Visits } from './clientes.ts';
import { possibleDays, possibleVisits } from './guess.ts';
import { lockRegistro, type Registro } from './registro.ts';

/** What a batch is planned on. */
export interface Loaded {
  registro: Registro | null;
  cuenta: Cuenta | null;
  pedidos: Map<string, StoredPedido>;
  claves: Map<string, Answer>;
  numeros: Map<Dia, number>;
  visits: Visits;
}

/**
 * Read after the lock was taken, each in a statement and so in a snapshot of its own: one statement
 * that waits for the lock would join the new head with an account from before the wait.
 */
const READ_CUENTA: Statement = {
  name: 'commit_cuenta',
  text: `SELECT ${CUENTA_COLUMNS} FROM restaurantes WHERE id = $1`,
};
const READ_PEDIDOS: Statement = {
  name: 'commit_pedidos',
  text: `
    SELECT id, entradas, cuerpo FROM pedidos
    WHERE restaurante_id = $1 AND id = ANY ($2::text[])`,
};
const READ_CLAVES: Statement = {
  name: 'commit_claves',
  text: `
    SELECT clave, pedido_id, evento_id FROM claves
    WHERE restaurante_id = $1 AND clave = ANY ($2::text[])`,
};
const READ_NUMEROS: Statement = {
  name: 'commit_numeros',
  text: 'SELECT dia, ultimo FROM numeros WHERE restaurante_id = $1 AND dia = ANY ($2::text[])',
};

/**
 * Takes the lock and reads all that the commands need, in one round trip: what can only be known
 * behind the lock (is the cache still valid, which zone has the account) is guessed widely, and only
 * a wrong guess costs another.
 */
export const loadBatch = async (
  transaction: Transaction,
  cache: OrderCache,
  restauranteId: string,
  comandos: readonly ComandoPedido[],
  now: number,
): Promise<Loaded> => {
  const keys = neededKeys(comandos);
  const days = possibleDays(comandos, now);
  const known = (id: string) => cache.guess(restauranteId, id);
  const unknown = [...keys.pedidos].filter((id) => known(id) === undefined);
  const [registro, [cuentaRow], read, claves, numeros, visits] = await Promise.all([
    lockRegistro(transaction, restauranteId),
    transaction.rows<CuentaRow>(READ_CUENTA, [restauranteId]),
    readPedidos(transaction, restauranteId, unknown),
    readClaves(transaction, restauranteId, keys.claves),
    readNumeros(transaction, restauranteId, days),
    readVisits(transaction, restauranteId, possibleVisits(comandos, now, known)),
  ]);
  const cuenta = cuentaRow === undefined ? null : toCuenta(cuentaRow);
  const pedidos = cache.recall(restauranteId, registro?.version ?? 0);
  for (const [id, stored] of read) pedidos.set(id, stored);
  if (cuenta === null) return { registro, cuenta, pedidos, claves, numeros, visits };

  const asked = new Set(unknown);
  const missed = [...keys.pedidos].filter((id) => !asked.has(id) && !pedidos.has(id));
  const zoneDays = neededDays(comandos, cuenta.zonaHoraria, now);
  const missedDays = [...zoneDays].filter((dia) => !days.has(dia));
  const [late, lateNumeros] = await Promise.all([
    readPedidos(transaction, restauranteId, missed),
    readNumeros(transaction, restauranteId, missedDays),
  ]);
  for (const [id, stored] of late) pedidos.set(id, stored);
  for (const [dia, ultimo] of lateNumeros) numeros.set(dia, ultimo);
  return { registro, cuenta, pedidos, claves, numeros, visits };
};

const readPedidos = async (
  transaction: Transaction,
  restauranteId: string,
  ids: readonly string[],
): Promise<Map<string, StoredPedido>> => {
  if (ids.length === 0) return new Map();
  const rows = await transaction.rows<{ id: string; entradas: number; cuerpo: string }>(
    READ_PEDIDOS,
    [restauranteId, textArray(ids)],
  );
  return new Map(
    rows.map(({ id, entradas, cuerpo }) => [
      id,
      { pedido: JSON.parse(cuerpo) as Pedido, entradas },
    ]),
  );
};

const readClaves = async (
  transaction: Transaction,
  restauranteId: string,
  claves: ReadonlySet<string>,
): Promise<Map<string, Answer>> => {
  if (claves.size === 0) return new Map();
  const rows = await transaction.rows<{
    clave: string;
    pedido_id: string;
    evento_id: string | null;
  }>(READ_CLAVES, [restauranteId, textArray([...claves])]);
  return new Map(
    rows.map(({ clave, pedido_id, evento_id }) => [
      clave,
      { ok: true, pedidoId: pedido_id, eventoId: evento_id },
    ]),
  );
};

const readNumeros = async (
  transaction: Transaction,
  restauranteId: string,
  days: Iterable<Dia>,
): Promise<Map<Dia, number>> => {
  const list = [...days];
  if (list.length === 0) return new Map();
  const rows = await transaction.rows<{ dia: Dia; ultimo: number }>(READ_NUMEROS, [
    restauranteId,
    textArray(list),
  ]);
  return new Map(rows.map(({ dia, ultimo }) => [dia, ultimo]));
};
