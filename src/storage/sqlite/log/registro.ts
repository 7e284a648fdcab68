import type { Cuenta } from '../../../domain/log/batch.ts';
import type { DatedId, IdSkew } from '../../../domain/log/id-skew.ts';
import { type CuentaRow, toCuenta } from '../../accounts/cuentas.ts';
import { type IdSkewRow, toIdSkew } from '../../shared/id-skew.ts';
import type { Connection } from '../driver/connection.ts';

/** The head of a restaurant's log, with the account it belongs to. */
export interface Registro {
  cuenta: Cuenta;
  logTag: string;
  secuencia: number;
  version: number;
  idSkew: IdSkew | null;
}

interface RegistroRow extends IdSkewRow, CuentaRow {
  log_tag: string;
  secuencia: number;
  version: number;
}

const READ = `
  SELECT r.id, r.slug, r.nombre, r.zona_horaria, r.activo, r.ingesta, r.corte, g.log_tag, g.secuencia,
         g.version, g.id_min, g.id_max, g.creado_min_ms, g.creado_max_ms, g.desorden_ms
  FROM restaurantes r JOIN registros g ON g.restaurante_id = r.id
  WHERE r.id = ?`;

export const readRegistro = (connection: Connection, restauranteId: string): Registro | null => {
  const row = connection.get<RegistroRow>(READ, restauranteId);
  if (row === undefined) return null;
  const { log_tag: logTag, secuencia, version } = row;
  return { cuenta: toCuenta(row), logTag, secuencia, version, idSkew: toIdSkew(row) };
};

const WRITE = `
  UPDATE registros SET secuencia = ?, version = version + 1, id_min = ?, id_max = ?,
         creado_min_ms = ?, creado_max_ms = ?, desorden_ms = ?
  WHERE restaurante_id = ?`;

export const writeRegistro = (
  connection: Connection,
  restauranteId: string,
  secuencia: number,
  idSkew: IdSkew | null,
): void => {
  connection.run(
    WRITE,
    secuencia,
    idSkew?.idMin ?? null,
    idSkew?.idMax ?? null,
    idSkew?.creadoMinMs ?? null,
    idSkew?.creadoMaxMs ?? null,
    idSkew?.skewMs ?? 0,
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
 * The skew of an order whose id falls among the stored ones. Its neighbours mostly decide it: a search
 * has to reach `skewMs` past them at most.
 */
export const skewAmong = (
  connection: Connection,
  restauranteId: string,
  { id, creadoMs }: DatedId,
  skewMs: number,
): number => {
  const before = connection.get<{ creado_ms: number }>(BEFORE, restauranteId, id)?.creado_ms;
  const behind = connection.get<{ creado_ms: number }>(BEHIND, restauranteId, id)?.creado_ms;
  let skew = 0;
  if (before !== undefined && before > creadoMs) {
    const limit = before + skewMs;
    const row = connection.get<{ ms: number }>(NEWEST_BEFORE, restauranteId, creadoMs, limit, id);
    skew = Math.max(skew, (row?.ms ?? creadoMs) - creadoMs);
  }
  if (behind !== undefined && behind < creadoMs) {
    const limit = behind - skewMs;
    const row = connection.get<{ ms: number }>(OLDEST_BEHIND, restauranteId, creadoMs, limit, id);
    skew = Math.max(skew, creadoMs - (row?.ms ?? creadoMs));
  }
  return skew;
};
