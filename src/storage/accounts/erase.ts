import { makeLogTag } from '../../domain/pedido/evento.ts';
import { type Database, rows, run, send } from '../database.ts';
import { LOCK_RESTAURANT, NEVER_MS } from '../log/head.ts';
import type { CuentaStore } from '../port/accounts.ts';
import type { StoreDeps } from '../port/deps.ts';
import { audited } from './auditoria.ts';

const CLOSE_LOG = 'UPDATE log_heads SET activo = false WHERE restaurante_id = $1';
const CLOSE = 'UPDATE restaurantes SET activo = false, ingesta = false WHERE id = $1';
const END_SCREENS = 'DELETE FROM pantallas WHERE restaurante_id = $1';
const END_INVITATIONS = 'DELETE FROM invitaciones WHERE restaurante_id = $1';
/** People of this restaurant alone, with their sessions. */
const END_USERS = `
  DELETE FROM usuarios WHERE NOT operador
    AND id IN (SELECT usuario_id FROM miembros WHERE restaurante_id = $1)
    AND id NOT IN (SELECT usuario_id FROM miembros WHERE restaurante_id <> $1)`;
const END_MEMBERS = 'DELETE FROM miembros WHERE restaurante_id = $1';
const END_KEYS = 'DELETE FROM llaves WHERE restaurante_id = $1';
const END_LINKS = 'DELETE FROM enlaces WHERE restaurante_id = $1';
const END_RUNS = 'DELETE FROM ejecuciones WHERE restaurante_id = $1';
const END_DELIVERIES = 'DELETE FROM envios WHERE restaurante_id = $1';
const END_CONDITIONS = 'DELETE FROM condiciones WHERE restaurante_id = $1';
const ENDS = [
  ...[END_SCREENS, END_INVITATIONS, END_USERS, END_MEMBERS, END_KEYS],
  ...[END_LINKS, END_RUNS, END_DELIVERIES, END_CONDITIONS],
];

/** The other tables with rows of a restaurant, each with the columns that tell its rows apart. A webhook goes before its deliveries. */
const KEYS = {
  webhooks: 'id',
  pedidos: 'id',
  historial: 'pedido_id, n',
  eventos: 'secuencia',
  entregas: 'webhook_id, secuencia',
  documentos: 'clase',
  claves: 'clave',
  numeros: 'dia',
  conteos: 'metodo, dias, inicio, estado, tipo',
  resumen_dias: 'dia',
  resumen_cuartos: 'inicio',
  caja_cuartos: 'fecha, inicio',
  caja_dias: 'fecha, dia',
  cierres: 'id',
  cierres_pedidos: 'cierre_id, pedido_id',
  cierres_cambios: 'cierre_id, pedido_id',
  resumen_productos: 'dia, producto_id',
  resumen_clientes: 'cliente, dia',
  pedidos_clientes: 'cliente, pedido_id',
  pedidos_referencias: 'referencia, pedido_id',
  reenvios: 'webhook_id, id',
  webhooks_horas: 'webhook_id, hora',
  llaves_uso: 'llave_id, dia',
  llaves_rastro: 'llave_id, clase, valor',
};
/**
 * The first rows, as a range of keys: for a list of keys PostgreSQL reads all rows, where it expects few. The `+` lets
 * SQLite seek by a whole key, instead of by its first column.
 */
const ERASE = Object.entries(KEYS).map(([table, key]) => {
  const each = (column: string) => key.replaceAll(/\w+/g, column);
  return `
    DELETE FROM ${table} WHERE restaurante_id = $1 AND (${key}) <= (
      SELECT ${each('/*+ + */$&')} FROM (
        SELECT ${key} FROM ${table} WHERE restaurante_id = $1 ORDER BY ${key} LIMIT 0 + $2
      ) AS primeras
      ORDER BY ${each('$& DESC')} LIMIT 1)`;
});
const LOCK_PROFILE = 'SELECT id FROM restaurantes WHERE id = $1 FOR UPDATE';
const DELETE = 'DELETE FROM restaurantes WHERE id = $1';
/** A new log, should a restaurant of this id come again: it knows no position of the old one, and goes on with its versions. */
const RENEW_LOG = `
  UPDATE log_heads SET log_tag = $2, secuencia = 0, version = version + 1, id_min = NULL, id_max = NULL,
    creado_min_ms = NULL, creado_max_ms = NULL, id_skew_ms = 0, cerrado_hasta_ms = $3
  WHERE restaurante_id = $1`;

export const makeErasing = (
  { transact, noteChange }: Database,
  { randomBytes }: Pick<StoreDeps, 'randomBytes'>,
): Pick<CuentaStore, 'close' | 'erase'> => ({
  close: (restauranteId, audit) =>
    transact(function* () {
      yield* send(CLOSE_LOG, restauranteId);
      if (!(yield* audited(audit, CLOSE, restauranteId))) return false;
      for (const sql of ENDS) yield* send(sql, restauranteId);
      yield* noteChange();
      return true;
    }),
  erase: (restauranteId, limit) =>
    transact(function* () {
      yield* rows(LOCK_RESTAURANT, restauranteId);
      let erased = 0;
      for (const sql of ERASE) {
        erased += yield* run(sql, restauranteId, limit - erased);
        if (erased >= limit) return erased;
      }
      if (erased > 0) return erased;
      // Users may be created for several restaurants, whose rows are locked, and not their logs.
      yield* rows(LOCK_PROFILE, restauranteId);
      // Keys, screens and users may have been created since it was closed.
      for (const sql of ENDS) yield* send(sql, restauranteId);
      yield* send(RENEW_LOG, restauranteId, makeLogTag(randomBytes), NEVER_MS);
      yield* send(DELETE, restauranteId);
      yield* noteChange();
      return 0;
    }),
});
