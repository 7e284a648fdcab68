import type { Plazos } from '../../contract/panel.ts';
import type { ClientKeys } from '../../domain/cliente/client-keys.ts';
import type { Cuenta } from '../../domain/log/batch.ts';
import { makeLogTag } from '../../domain/pedido/evento.ts';
import { PLAZOS_POR_DEFECTO } from '../../domain/pedido/plazos.ts';
import { makeLocalDay } from '../../domain/resumen/dias.ts';
import { rebuildStart } from '../../domain/resumen/zone-change.ts';
import {
  type Database,
  rows,
  type StoredBody,
  type StoredFlag,
  send,
  together,
} from '../database.ts';
import { LOCK_RESTAURANT, lockRestaurant } from '../log/head.ts';
import { readClientDays, writeResumen } from '../log/resumen.ts';
import { rebuildMoneyDays } from '../money/write.ts';
import type { AuditEntry, CuentaStore } from '../port/accounts.ts';
import type { StoreDeps } from '../port/deps.ts';
import { audited } from './auditoria.ts';
import { makeErasing } from './erase.ts';
import { rebuildSummary } from './rebuild-summary.ts';

const SAVED_COLUMNS = 'id, slug, nombre, zona_horaria, activo, ingesta';
export const CUENTA_COLUMNS = `${SAVED_COLUMNS}, corte, plazos`;

const INSERT = `
  INSERT INTO restaurantes (${SAVED_COLUMNS}, perfil) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT`;
const CREATE = `${INSERT} DO NOTHING`;
const SAVE = `${INSERT} (id) DO UPDATE SET slug = excluded.slug, nombre = excluded.nombre,
    zona_horaria = excluded.zona_horaria, activo = excluded.activo, ingesta = excluded.ingesta,
    perfil = excluded.perfil`;
const START_LOG =
  'INSERT INTO log_heads (restaurante_id, log_tag) VALUES ($1, $2) ON CONFLICT DO NOTHING';
/** Sent before `restaurantes` is written, in the order in which batches lock. */
const SET_LOG_ACTIVE = 'UPDATE log_heads SET activo = $2 WHERE restaurante_id = $1';
const SET_LOG_ACCOUNT =
  'UPDATE log_heads SET activo = $2, zona_horaria = $3 WHERE restaurante_id = $1';
const FIND = `SELECT ${CUENTA_COLUMNS}, perfil FROM restaurantes WHERE id = $1`;
/** Locks the row: the switches that are kept must be those of the moment, which another process may be setting. */
const FIND_LOCKED = `${FIND} FOR UPDATE`;
/** Tells a replica with the old days from one with the new days, although no order changed. */
const BUMP_VERSION = 'UPDATE log_heads SET version = version + 1 WHERE restaurante_id = $1';
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
  activo: StoredFlag;
  ingesta: StoredFlag;
  corte: number;
  plazos: string | null;
};

export const toCuenta = (row: CuentaRow): Cuenta => ({
  id: row.id,
  slug: row.slug,
  nombre: row.nombre,
  zonaHoraria: row.zona_horaria,
  activo: Boolean(row.activo),
  ingesta: Boolean(row.ingesta),
  corte: row.corte,
  plazos: row.plazos === null ? PLAZOS_POR_DEFECTO : (JSON.parse(row.plazos) as Plazos),
});

export const makeCuentaStore = (
  database: Database,
  deps: StoreDeps,
  clientKeys: ClientKeys,
): CuentaStore => {
  const { clock, randomBytes } = deps;
  const { all, transact, noteChange } = database;
  const setter =
    (column: 'activo' | 'ingesta' | 'corte' | 'plazos') =>
    (
      restauranteId: string,
      value: boolean | number | string,
      audit: AuditEntry,
    ): Promise<boolean> =>
      transact(function* () {
        if (column === 'activo') yield* send(SET_LOG_ACTIVE, restauranteId, value);
        const sql = `UPDATE restaurantes SET ${column} = $2 WHERE id = $1`;
        const isFound = yield* audited(audit, sql, restauranteId, value);
        if (isFound) yield* noteChange();
        return isFound;
      });

  return {
    ...makeErasing(database, deps),
    save: (perfil, flags) =>
      transact(function* () {
        const { id, slug, nombre, zona_horaria: zone } = perfil;
        // Takes the log's lock first, so that no batch is planned in the old zone and stored after this.
        yield* send(START_LOG, id, makeLogTag(randomBytes));
        const [, [before]] = yield* together(
          rows(LOCK_RESTAURANT, id),
          rows<CuentaRow>(FIND_LOCKED, id),
        );
        const known = before === undefined ? null : toCuenta(before);
        const activo = flags.activo ?? known?.activo ?? true;
        const ingesta = flags.ingesta ?? known?.ingesta ?? false;
        const body = Buffer.from(JSON.stringify(perfil));
        yield* send(SAVE, id, slug, nombre, zone, activo, ingesta, body);
        yield* send(SET_LOG_ACCOUNT, id, activo, zone);
        if (known !== null && known.zonaHoraria !== zone) {
          const deltas = yield* rebuildSummary(id, zone, { now: clock.now(), clientKeys });
          yield* writeResumen(id, deltas, yield* readClientDays(id, deltas));
          yield* rebuildMoneyDays(id, rebuildStart(zone, clock.now()), makeLocalDay(zone));
          yield* send(BUMP_VERSION, id);
        }
        if (known?.activo !== activo) yield* noteChange();
      }),
    create: (perfil, { ingesta }, audit) =>
      transact(function* () {
        const { id, slug, nombre, zona_horaria: zone } = perfil;
        const body = Buffer.from(JSON.stringify(perfil));
        const values = [id, slug, nombre, zone, true, ingesta, body];
        if (!(yield* audited(audit, CREATE, ...values))) return false;
        yield* send(START_LOG, id, makeLogTag(randomBytes));
        yield* send(SET_LOG_ACCOUNT, id, true, zone);
        yield* noteChange();
        return true;
      }),
    async find(restauranteId) {
      const [row] = await all<CuentaRow & { perfil: StoredBody }>(FIND, restauranteId);
      return row === undefined ? null : { cuenta: toCuenta(row), perfil: Buffer.from(row.perfil) };
    },
    list: async (after, limit) => (await all<CuentaRow>(LIST, after, limit)).map(toCuenta),
    setActive: setter('activo'),
    setIngesta: setter('ingesta'),
    setCorte: setter('corte'),
    setPlazos: (id, plazos, audit) => setter('plazos')(id, JSON.stringify(plazos), audit),
    saveDocuments: (restauranteId, documents) =>
      transact(function* () {
        if ((yield* lockRestaurant(restauranteId)) === null) return false;
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
