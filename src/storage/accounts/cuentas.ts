import { makeLogTag } from '../../domain/pedido/evento.ts';
import type { RandomBytes } from '../../random.ts';
import { type Database, rows, type StoredBody, send } from '../database.ts';
import type { AuditEntry, CuentaStore } from '../port/accounts.ts';
import { CUENTAS, type CuentaRow, toCuenta } from '../shared/accounts/cuentas.ts';
import { audited } from './auditoria.ts';

const SAVE_DOCUMENT = `
  INSERT INTO documentos (restaurante_id, clase, cuerpo) VALUES ($1, $2, $3)
  ON CONFLICT (restaurante_id, clase) DO UPDATE SET cuerpo = excluded.cuerpo`;

/** All but `save`, which may rebuild summaries. */
export const makeCuentas = (
  { all, transact, noteChange }: Database,
  randomBytes: RandomBytes,
): Omit<CuentaStore, 'save'> => {
  const set = (sql: string, restauranteId: string, value: boolean | number, audit: AuditEntry) =>
    transact(function* () {
      const isFound = yield* audited(audit, sql, restauranteId, value);
      if (isFound) yield* noteChange();
      return isFound;
    });

  return {
    create: (perfil, { ingesta }, audit) =>
      transact(function* () {
        const { id, slug, nombre, zona_horaria: zone } = perfil;
        const body = Buffer.from(JSON.stringify(perfil));
        const values = [id, slug, nombre, zone, true, ingesta, body];
        if (!(yield* audited(audit, CUENTAS.create, ...values))) return false;
        yield* send(CUENTAS.startLog, id, makeLogTag(randomBytes));
        yield* noteChange();
        return true;
      }),
    async find(restauranteId) {
      const [row] = await all<CuentaRow & { perfil: StoredBody }>(CUENTAS.find, restauranteId);
      return row === undefined ? null : { cuenta: toCuenta(row), perfil: Buffer.from(row.perfil) };
    },
    list: async (after, limit) => (await all<CuentaRow>(CUENTAS.list, after, limit)).map(toCuenta),
    setActive: (restauranteId, activo, audit) =>
      set(CUENTAS.setActive, restauranteId, activo, audit),
    setIngesta: (restauranteId, ingesta, audit) =>
      set(CUENTAS.setIngesta, restauranteId, ingesta, audit),
    setCorte: (restauranteId, corte, audit) => set(CUENTAS.setCorte, restauranteId, corte, audit),
    saveDocuments: (restauranteId, documents) =>
      transact(function* () {
        if ((yield* rows(CUENTAS.find, restauranteId)).length === 0) return false;
        for (const { kind, json } of documents) {
          yield* send(SAVE_DOCUMENT, restauranteId, kind, Buffer.from(json));
        }
        return true;
      }),
    async document(restauranteId, kind) {
      const [row] = await all<{ cuerpo: StoredBody }>(CUENTAS.document, restauranteId, kind);
      return row === undefined ? null : Buffer.from(row.cuerpo);
    },
  };
};
