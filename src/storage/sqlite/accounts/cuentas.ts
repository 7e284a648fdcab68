import { makeLogTag } from '../../../domain/pedido/evento.ts';
import type { AuditEntry, CuentaStore } from '../../port/accounts.ts';
import type { Body } from '../../port/body.ts';
import type { StoreDeps } from '../../port/deps.ts';
import { CUENTAS, type CuentaRow, toCuenta } from '../../shared/accounts/cuentas.ts';
import type { Changes } from '../driver/changes.ts';
import type { Connection } from '../driver/connection.ts';
import { rebuildResumen } from '../pedidos/rebuild.ts';
import { writeAudit } from './auditoria.ts';

const SAVE_DOCUMENT = `
  INSERT INTO documentos (restaurante_id, clase, cuerpo) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET cuerpo = excluded.cuerpo`;

const flag = (value: boolean): number => (value ? 1 : 0);

export const makeCuentaStore = (
  connection: Connection,
  changes: Changes,
  { clock, randomBytes }: StoreDeps,
): CuentaStore => {
  const { run, get, all, transaction } = connection;
  const changeAccounts = <T>(work: () => T): T => {
    changes.accountsChanged();
    return transaction(work);
  };

  const setFlag = async (sql: string, restauranteId: string, value: boolean, audit: AuditEntry) =>
    changeAccounts(() => {
      if (run(sql, restauranteId, flag(value)) === 0) return false;
      writeAudit(connection, audit);
      return true;
    });

  return {
    save: async (perfil, flags) =>
      changeAccounts(() => {
        const { id, slug, nombre, zona_horaria: zone } = perfil;
        const before = get<CuentaRow>(CUENTAS.find, id);
        const activo = flags.activo ?? before?.activo !== 0;
        const ingesta = flags.ingesta ?? before?.ingesta === 1;
        const body = Buffer.from(JSON.stringify(perfil));
        run(CUENTAS.save, id, slug, nombre, zone, flag(activo), flag(ingesta), body);
        if (before === undefined) run(CUENTAS.startLog, id, makeLogTag(randomBytes));
        else if (before.zona_horaria !== zone) rebuildResumen(connection, id, zone, clock.now());
      }),
    async find(restauranteId) {
      const row = get<CuentaRow & { perfil: Body }>(CUENTAS.find, restauranteId);
      return row === undefined ? null : { cuenta: toCuenta(row), perfil: row.perfil };
    },
    list: async (after, limit) => all<CuentaRow>(CUENTAS.list, after, limit).map(toCuenta),
    setActive: (restauranteId, activo, audit) =>
      setFlag(CUENTAS.setActive, restauranteId, activo, audit),
    setIngesta: (restauranteId, ingesta, audit) =>
      setFlag(CUENTAS.setIngesta, restauranteId, ingesta, audit),
    saveDocuments: async (restauranteId, documents) =>
      transaction(() => {
        if (get(CUENTAS.find, restauranteId) === undefined) return false;
        for (const { kind, json } of documents) {
          run(SAVE_DOCUMENT, restauranteId, kind, Buffer.from(json));
        }
        return true;
      }),
    document: async (restauranteId, kind) =>
      get<{ cuerpo: Body }>(CUENTAS.document, restauranteId, kind)?.cuerpo ?? null,
  };
};
