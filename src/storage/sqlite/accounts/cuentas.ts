import { makeLogTag } from '../../../domain/pedido/evento.ts';
import type { AuditEntry, CuentaStore } from '../../port/accounts.ts';
import type { Body } from '../../port/body.ts';
import type { StoreDeps } from '../../port/deps.ts';
import type { Changes } from '../driver/changes.ts';
import type { Connection } from '../driver/connection.ts';
import { type CuentaRow, toCuenta } from '../log/registro.ts';
import { rebuildResumen } from '../pedidos/rebuild.ts';
import { writeAudit } from './auditoria.ts';

const COLUMNS = 'id, slug, nombre, zona_horaria, activo, ingesta';
const FIND = `SELECT ${COLUMNS}, perfil FROM restaurantes WHERE id = ?`;
const LIST = `SELECT ${COLUMNS} FROM restaurantes WHERE id > ? ORDER BY id LIMIT ?`;
const SAVE = `
  INSERT INTO restaurantes (${COLUMNS}, perfil) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET slug = excluded.slug, nombre = excluded.nombre,
    zona_horaria = excluded.zona_horaria, activo = excluded.activo, ingesta = excluded.ingesta,
    perfil = excluded.perfil`;
const START_LOG = `
  INSERT INTO registros (restaurante_id, log_tag) VALUES (?, ?) ON CONFLICT DO NOTHING`;
const SET_ACTIVE = 'UPDATE restaurantes SET activo = ? WHERE id = ?';
const SET_INGESTA = 'UPDATE restaurantes SET ingesta = ? WHERE id = ?';
const SAVE_DOCUMENT = `
  INSERT INTO documentos (restaurante_id, clase, cuerpo) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET cuerpo = excluded.cuerpo`;
const DOCUMENT = 'SELECT cuerpo FROM documentos WHERE restaurante_id = ? AND clase = ?';

const flag = (value: boolean): number => (value ? 1 : 0);

export const makeCuentaStore = (
  connection: Connection,
  changes: Changes,
  { clock, randomBytes }: StoreDeps,
): CuentaStore => {
  const { run, get, all, transaction } = connection;
  const changeAccounts = <T>(work: () => T): T => {
    changes.noteAccounts();
    return transaction(work);
  };

  const setFlag = async (sql: string, restauranteId: string, value: boolean, audit: AuditEntry) =>
    changeAccounts(() => {
      if (run(sql, flag(value), restauranteId) === 0) return false;
      writeAudit(connection, audit);
      return true;
    });

  return {
    save: async (perfil, flags) =>
      changeAccounts(() => {
        const { id, slug, nombre, zona_horaria: zone } = perfil;
        const before = get<CuentaRow>(FIND, id);
        const activo = flags.activo ?? before?.activo !== 0;
        const ingesta = flags.ingesta ?? before?.ingesta === 1;
        const body = Buffer.from(JSON.stringify(perfil));
        run(SAVE, id, slug, nombre, zone, flag(activo), flag(ingesta), body);
        if (before === undefined) run(START_LOG, id, makeLogTag(randomBytes));
        else if (before.zona_horaria !== zone) rebuildResumen(connection, id, zone, clock.now());
      }),
    async find(restauranteId) {
      const row = get<CuentaRow & { perfil: Body }>(FIND, restauranteId);
      return row === undefined ? null : { cuenta: toCuenta(row), perfil: row.perfil };
    },
    list: async (after, limit) => all<CuentaRow>(LIST, after, limit).map(toCuenta),
    setActive: (restauranteId, activo, audit) => setFlag(SET_ACTIVE, restauranteId, activo, audit),
    setIngesta: (restauranteId, ingesta, audit) =>
      setFlag(SET_INGESTA, restauranteId, ingesta, audit),
    saveDocuments: async (restauranteId, documents) =>
      transaction(() => {
        if (get(FIND, restauranteId) === undefined) return false;
        for (const { kind, json } of documents) {
          run(SAVE_DOCUMENT, restauranteId, kind, Buffer.from(json));
        }
        return true;
      }),
    document: async (restauranteId, kind) =>
      get<{ cuerpo: Body }>(DOCUMENT, restauranteId, kind)?.cuerpo ?? null,
  };
};
