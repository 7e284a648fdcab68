import type { Cuenta } from '../../domain/log/batch.ts';
import { makeLogTag } from '../../domain/pedido/evento.ts';
import type { RandomBytes } from '../../random.ts';
import { type Database, rows, type StoredBody, send } from '../database.ts';
import type { AuditEntry, CuentaStore } from '../port/accounts.ts';
import { audited } from './auditoria.ts';
import { makeErasing } from './erase.ts';

const SAVED_COLUMNS = 'id, slug, nombre, zona_horaria, activo, ingesta';
export const CUENTA_COLUMNS = `${SAVED_COLUMNS}, corte`;

const INSERT = `
  INSERT INTO restaurantes (${SAVED_COLUMNS}, perfil) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT`;
const CREATE = `${INSERT} DO NOTHING`;
export const SAVE_CUENTA = `${INSERT} (id) DO UPDATE SET slug = excluded.slug, nombre = excluded.nombre,
    zona_horaria = excluded.zona_horaria, activo = excluded.activo, ingesta = excluded.ingesta,
    perfil = excluded.perfil`;
export const START_LOG =
  'INSERT INTO registros (restaurante_id, log_tag) VALUES ($1, $2) ON CONFLICT DO NOTHING';
export const FIND_CUENTA = `SELECT ${CUENTA_COLUMNS}, perfil FROM restaurantes WHERE id = $1`;
const LIST = `SELECT ${CUENTA_COLUMNS} FROM restaurantes WHERE id > $1 ORDER BY id LIMIT $2`;
const SAVE_DOCUMENT = `
  INSERT INTO documentos (restaurante_id, clase, cuerpo) VALUES ($1, $2, $3)
  ON CONFLICT (restaurante_id, clase) DO UPDATE SET cuerpo = excluded.cuerpo`;
const DOCUMENT = 'SELECT cuerpo FROM documentos WHERE restaurante_id = $1 AND clase = $2';

export type CuentaRow = {
  id: string;
  slug: string;
  nombre: string;
  zona_horaria: string;
  /** SQLite stores a flag as 0 or 1. */
  activo: boolean | number;
  ingesta: boolean | number;
  corte: number;
};

export const toCuenta = (row: CuentaRow): Cuenta => ({
  id: row.id,
  slug: row.slug,
  nombre: row.nombre,
  zonaHoraria: row.zona_horaria,
  activo: Boolean(row.activo),
  ingesta: Boolean(row.ingesta),
  corte: row.corte,
});

/** The methods that both engines share: all but `save`, which may rebuild summaries. */
export const sharedCuentas = (
  database: Database,
  randomBytes: RandomBytes,
): Omit<CuentaStore, 'save'> => {
  const { all, transact, noteChange } = database;
  const setter =
    (column: 'activo' | 'ingesta' | 'corte') =>
    (restauranteId: string, value: boolean | number, audit: AuditEntry): Promise<boolean> =>
      transact(function* () {
        const sql = `UPDATE restaurantes SET ${column} = $2 WHERE id = $1`;
        const isFound = yield* audited(audit, sql, restauranteId, value);
        if (isFound) yield* noteChange();
        return isFound;
      });

  return {
    ...makeErasing(database),
    create: (perfil, { ingesta }, audit) =>
      transact(function* () {
        const { id, slug, nombre, zona_horaria: zone } = perfil;
        const body = Buffer.from(JSON.stringify(perfil));
        const values = [id, slug, nombre, zone, true, ingesta, body];
        if (!(yield* audited(audit, CREATE, ...values))) return false;
        yield* send(START_LOG, id, makeLogTag(randomBytes));
        yield* noteChange();
        return true;
      }),
    async find(restauranteId) {
      const [row] = await all<CuentaRow & { perfil: StoredBody }>(FIND_CUENTA, restauranteId);
      return row === undefined ? null : { cuenta: toCuenta(row), perfil: Buffer.from(row.perfil) };
    },
    list: async (after, limit) => (await all<CuentaRow>(LIST, after, limit)).map(toCuenta),
    setActive: setter('activo'),
    setIngesta: setter('ingesta'),
    setCorte: setter('corte'),
    saveDocuments: (restauranteId, documents) =>
      transact(function* () {
        if ((yield* rows(FIND_CUENTA, restauranteId)).length === 0) return false;
        for (const { kind, json } of documents) {
          yield* send(SAVE_DOCUMENT, restauranteId, kind, Buffer.from(json));
        }
        return true;
      }),
    async document(restauranteId, kind) {
      const [row] = await all<{ cuerpo: StoredBody }>(DOCUMENT, restauranteId, kind);
      return row === undefined ? null : Buffer.from(row.cuerpo);
    },
  };
};
