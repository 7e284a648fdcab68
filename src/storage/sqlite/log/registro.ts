import type { Cuenta } from '../../../domain/log/batch.ts';
import type { Orden, Placed } from '../../../domain/log/orden.ts';
import { type CuentaRow, toCuenta } from '../../shared/accounts/cuentas.ts';
import { type OrdenRow, toOrden } from '../../shared/orden.ts';
import type { Connection } from '../driver/connection.ts';

/** The head of a restaurant's log, with the account it belongs to. */
export interface Registro {
  cuenta: Cuenta;
  logTag: string;
  secuencia: number;
  version: number;
  orden: Orden | null;
}

interface RegistroRow extends OrdenRow, CuentaRow {
  log_tag: string;
  secuencia: number;
  version: number;
}

const READ = `
  SELECT r.id, r.slug, r.nombre, r.zona_horaria, r.activo, r.ingesta, g.log_tag, g.secuencia,
         g.version, g.id_min, g.id_max, g.creado_min_ms, g.creado_max_ms, g.desorden_ms
  FROM restaurantes r JOIN registros g ON g.restaurante_id = r.id
  WHERE r.id = ?`;

export const readRegistro = (connection: Connection, restauranteId: string): Registro | null => {
  const row = connection.get<RegistroRow>(READ, restauranteId);
  if (row === undefined) return null;
  const { log_tag: logTag, secuencia, version } = row;
  return { cuenta: toCuenta(row), logTag, secuencia, version, orden: toOrden(row) };
};

const WRITE = `
  UPDATE registros SET secuencia = ?, version = version + 1, id_min = ?, id_max = ?,
         creado_min_ms = ?, creado_max_ms = ?, desorden_ms = ?
  WHERE restaurante_id = ?`;

export const writeRegistro = (
  connection: Connection,
  restauranteId: string,
  secuencia: number,
  orden: Orden | null,
): void => {
  connection.run(
    WRITE,
    secuencia,
    orden?.idMin ?? null,
    orden?.idMax ?? null,
    orden?.creadoMinMs ?? null,
    orden?.creadoMaxMs ?? null,
    orden?.desordenMs ?? 0,
    restauranteId,
  );
};

const BEFORE = `
  SELECT creado_ms FROM pedidos WHERE restaurante_id = ? AND id < ? ORDER BY id DESC LIMIT 1`;
const BEHIND = `
  SELECT creado_ms FROM pedidos WHERE restaurante_id = ? AND id > ? ORDER BY id LIMIT 1`;
const NEWEST_BEFORE = `
  SELECT max(creado_ms) AS ms FROM pedidos
  WHERE restaurante_id = ? AND creado_ms > ? AND creado_ms <= ? AND id < ?`;
const OLDEST_BEHIND = `
  SELECT min(creado_ms) AS ms FROM pedidos
  WHERE restaurante_id = ? AND creado_ms < ? AND creado_ms >= ? AND id > ?`;

/**
 * By how much an order whose id falls among the stored ones strays from them. Its neighbours mostly
 * answer it: the range that a search has to cover ends `desordenMs` past them.
 */
export const strayAmong = (
  connection: Connection,
  restauranteId: string,
  { id, creadoMs }: Placed,
  desordenMs: number,
): number => {
  const before = connection.get<{ creado_ms: number }>(BEFORE, restauranteId, id)?.creado_ms;
  const behind = connection.get<{ creado_ms: number }>(BEHIND, restauranteId, id)?.creado_ms;
  let stray = 0;
  if (before !== undefined && before > creadoMs) {
    const limit = before + desordenMs;
    const row = connection.get<{ ms: number }>(NEWEST_BEFORE, restauranteId, creadoMs, limit, id);
    stray = Math.max(stray, (row?.ms ?? creadoMs) - creadoMs);
  }
  if (behind !== undefined && behind < creadoMs) {
    const limit = behind - desordenMs;
    const row = connection.get<{ ms: number }>(OLDEST_BEHIND, restauranteId, creadoMs, limit, id);
    stray = Math.max(stray, creadoMs - (row?.ms ?? creadoMs));
  }
  return stray;
};
