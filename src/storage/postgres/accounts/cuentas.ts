import { makeLogTag } from '../../../domain/pedido/evento.ts';
import type { AuditEntry, CuentaStore } from '../../port/accounts.ts';
import type { StoreDeps } from '../../port/deps.ts';
import { textArray } from '../driver/arrays.ts';
import type { Session, Statement } from '../driver/connection.ts';
import type { Transact } from '../driver/transaction.ts';
import { CUENTA_COLUMNS, type CuentaRow, lockRegistro, toCuenta } from '../log/registro.ts';
import { rebuildResumen } from '../pedidos/rebuild.ts';
import { noteLlavesChanged } from '../wake/cambios.ts';
import { writeAudit } from './auditoria.ts';

const FIND: Statement = {
  name: 'cuentas_find',
  text: `SELECT ${CUENTA_COLUMNS}, perfil FROM restaurantes WHERE id = $1`,
};
const LIST: Statement = {
  name: 'cuentas_list',
  text: `SELECT ${CUENTA_COLUMNS} FROM restaurantes WHERE id > $1 ORDER BY id LIMIT $2`,
};
const SAVE: Statement = {
  name: 'cuentas_save',
  text: `
    INSERT INTO restaurantes (${CUENTA_COLUMNS}, perfil) VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (id) DO UPDATE SET slug = excluded.slug, nombre = excluded.nombre,
      zona_horaria = excluded.zona_horaria, activo = excluded.activo, ingesta = excluded.ingesta,
      perfil = excluded.perfil`,
};
const START_LOG: Statement = {
  name: 'cuentas_start_log',
  text: 'INSERT INTO registros (restaurante_id, log_tag) VALUES ($1, $2) ON CONFLICT DO NOTHING',
};
const SET_ACTIVE: Statement = {
  name: 'cuentas_set_active',
  text: 'UPDATE restaurantes SET activo = $2 WHERE id = $1',
};
const SET_INGESTA: Statement = {
  name: 'cuentas_set_ingesta',
  text: 'UPDATE restaurantes SET ingesta = $2 WHERE id = $1',
};
const SAVE_DOCUMENTS: Statement = {
  name: 'cuentas_save_documents',
  text: `
    INSERT INTO documentos (restaurante_id, clase, cuerpo)
    SELECT $1, * FROM unnest($2::text[], $3::text[])
    ON CONFLICT (restaurante_id, clase) DO UPDATE SET cuerpo = excluded.cuerpo`,
};
const DOCUMENT: Statement = {
  name: 'cuentas_document',
  text: 'SELECT cuerpo FROM documentos WHERE restaurante_id = $1 AND clase = $2',
};

export const makeCuentaStore = (
  session: Session,
  transact: Transact,
  { clock, randomBytes }: StoreDeps,
): CuentaStore => ({
  save: (perfil, flags) =>
    transact(async (transaction) => {
      const { id, slug, nombre, zona_horaria: zone } = perfil;
      // The lock of the log first, so that no batch is planned in the old zone and stored after this.
      transaction.send(START_LOG, [id, makeLogTag(randomBytes)]);
      const [, [before]] = await Promise.all([
        lockRegistro(transaction, id),
        transaction.rows<CuentaRow>(FIND, [id]),
      ]);
      const activo = flags.activo ?? before?.activo ?? true;
      const ingesta = flags.ingesta ?? before?.ingesta ?? false;
      transaction.send(SAVE, [id, slug, nombre, zone, activo, ingesta, JSON.stringify(perfil)]);
      if (before !== undefined && before.zona_horaria !== zone) {
        await rebuildResumen(transaction, id, zone, clock.now());
      }
      if (before !== undefined && before.activo !== activo) noteLlavesChanged(transaction);
    }),
  async find(restauranteId) {
    const [row] = await session.rows<CuentaRow & { perfil: string }>(FIND, [restauranteId]);
    return row === undefined ? null : { cuenta: toCuenta(row), perfil: Buffer.from(row.perfil) };
  },
  async list(after, limit) {
    const rows = await session.rows<CuentaRow>(LIST, [after, limit]);
    return rows.map(toCuenta);
  },
  setActive: (restauranteId, activo, audit) =>
    setFlag(transact, SET_ACTIVE, restauranteId, activo, audit),
  setIngesta: (restauranteId, ingesta, audit) =>
    setFlag(transact, SET_INGESTA, restauranteId, ingesta, audit),
  saveDocuments: (restauranteId, documents) =>
    transact(async (transaction) => {
      const found = await transaction.rows(FIND, [restauranteId]);
      if (found.length === 0) return false;
      // The last of a kind wins: one statement cannot write a row twice.
      const byKind = new Map(documents.map(({ kind, json }) => [kind, json]));
      transaction.send(SAVE_DOCUMENTS, [
        restauranteId,
        textArray([...byKind.keys()]),
        textArray([...byKind.values()]),
      ]);
      return true;
    }),
  async document(restauranteId, kind) {
    const [row] = await session.rows<{ cuerpo: string }>(DOCUMENT, [restauranteId, kind]);
    return row === undefined ? null : Buffer.from(row.cuerpo);
  },
});

const setFlag = (
  transact: Transact,
  statement: Statement,
  restauranteId: string,
  value: boolean,
  audit: AuditEntry,
): Promise<boolean> =>
  transact(async (transaction) => {
    if ((await transaction.run(statement, [restauranteId, value])) === 0) return false;
    writeAudit(transaction, audit);
    noteLlavesChanged(transaction);
    return true;
  });
