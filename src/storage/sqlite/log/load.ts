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
import type { OrderCache } from '../../shared/order-cache.ts';
import type { Registro } from '../../shared/registro.ts';
import type { Connection } from '../driver/connection.ts';
import { readRegistro } from './registro.ts';

/** The stored state that a batch is planned on, with the version and the skew of its log. */
interface Loaded extends Pick<Registro, 'version' | 'idSkew'> {
  state: BatchState;
}

const READ_CLAVE = `
  SELECT pedido_id AS pedidoId, evento_id AS eventoId FROM claves
  WHERE restaurante_id = ? AND clave = ?`;
const READ_PEDIDO =
  'SELECT cuerpo, entradas, olvidado FROM pedidos WHERE restaurante_id = ? AND id = ?';
const READ_NUMERO = 'SELECT ultimo FROM numeros WHERE restaurante_id = ? AND dia = ?';

/** Reads all that the commands need, except orders that the cache holds. */
export const loadBatch = (
  connection: Connection,
  cache: OrderCache,
  restauranteId: string,
  comandos: readonly ComandoLog[],
  now: number,
): Loaded => {
  const keys = neededKeys(comandos);
  const registro = readRegistro(connection, restauranteId);
  const pedidos = cache.recall(restauranteId, registro?.version ?? 0);
  readPedidos(connection, restauranteId, keys.pedidos, pedidos);
  const claves = readClaves(connection, restauranteId, keys.claves);
  const numeros = readNumeros(connection, restauranteId, candidateDays(comandos, now));
  const { cuenta = null, secuencia = 0, logTag = '', idSkew = null, version = 0 } = registro ?? {};
  return { state: { cuenta, secuencia, logTag, pedidos, claves, numeros }, version, idSkew };
};

/** Adds the orders that `pedidos` lacks. */
const readPedidos = (
  connection: Connection,
  restauranteId: string,
  ids: ReadonlySet<string>,
  pedidos: Map<string, StoredPedido>,
): void => {
  for (const id of ids) {
    if (pedidos.has(id)) continue;
    const row = connection.get<{ cuerpo: string; entradas: number; olvidado: string | null }>(
      READ_PEDIDO,
      restauranteId,
      id,
    );
    if (row === undefined) continue;
    const { cuerpo, entradas, olvidado } = row;
    pedidos.set(id, { pedido: JSON.parse(cuerpo) as Pedido, entradas, olvidado });
  }
};

const readClaves = (
  connection: Connection,
  restauranteId: string,
  claves: ReadonlySet<string>,
): Map<string, Answer> => {
  const known = new Map<string, Answer>();
  for (const clave of claves) {
    const row = connection.get<{ pedidoId: string; eventoId: string | null }>(
      READ_CLAVE,
      restauranteId,
      clave,
    );
    if (row !== undefined) known.set(clave, { ok: true, ...row });
  }
  return known;
};

const readNumeros = (
  connection: Connection,
  restauranteId: string,
  days: ReadonlySet<Dia>,
): Map<Dia, number> => {
  const known = new Map<Dia, number>();
  for (const dia of days) {
    const row = connection.get<{ ultimo: number }>(READ_NUMERO, restauranteId, dia);
    if (row !== undefined) known.set(dia, row.ultimo);
  }
  return known;
};
