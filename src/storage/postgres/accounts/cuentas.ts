import { makeLogTag } from '../../../domain/pedido/evento.ts';
import type { AuditEntry, CuentaStore } from '../../port/accounts.ts';
import type { StoreDeps } from '../../port/deps.ts';
import { CUENTAS, type CuentaRow, toCuenta } from '../../shared/accounts/cuentas.ts';
import { textArray } from '../driver/arrays.ts';
import type { Session } from '../driver/connection.ts';
import type { Transact } from '../driver/transaction.ts';
import { lockRegistro } from '../log/registro.ts';
import { rebuildResumen } from '../pedidos/rebuild.ts';
import { writeAudit } from './auditoria.ts';
import { bumpLlavesVersion } from './llaves-version.ts';

const SAVE_DOCUMENTS = `
  INSERT INTO documentos (restaurante_id, clase, cuerpo)
  SELECT $1, * FROM unnest($2::text[], $3::text[])
  ON CONFLICT (restaurante_id, clase) DO UPDATE SET cuerpo = excluded.cuerpo`;

export const makeCuentaStore = (
  session: Session,
  transact: Transact,
  { clock, randomBytes }: StoreDeps,
): CuentaStore => ({
  save: (perfil, flags) =>
    transact(async (transaction) => {
      const { id, slug, nombre, zona_horaria: zone } = perfil;
      // The log's lock first, so that no batch is planned in the old zone and stored after this.
      transaction.send(CUENTAS.startLog, [id, makeLogTag(randomBytes)]);
      const [, [before]] = await Promise.all([
        lockRegistro(transaction, id),
        transaction.rows<CuentaRow>(CUENTAS.find, [id]),
      ]);
      const activo = flags.activo ?? before?.activo ?? true;
      const ingesta = flags.ingesta ?? before?.ingesta ?? false;
      transaction.send(CUENTAS.save, [
        id,
        slug,
        nombre,
        zone,
        activo,
        ingesta,
        JSON.stringify(perfil),
      ]);
      if (before !== undefined && before.zona_horaria !== zone) {
        await rebuildResumen(transaction, id, zone, clock.now());
      }
      if (before !== undefined && before.activo !== activo) bumpLlavesVersion(transaction);
    }),
  async find(restauranteId) {
    const [row] = await session.rows<CuentaRow & { perfil: string }>(CUENTAS.find, [restauranteId]);
    return row === undefined ? null : { cuenta: toCuenta(row), perfil: Buffer.from(row.perfil) };
  },
  async list(after, limit) {
    const rows = await session.rows<CuentaRow>(CUENTAS.list, [after, limit]);
    return rows.map(toCuenta);
  },
  setActive: (restauranteId, activo, audit) =>
    setFlag(transact, CUENTAS.setActive, restauranteId, activo, audit),
  setIngesta: (restauranteId, ingesta, audit) =>
    setFlag(transact, CUENTAS.setIngesta, restauranteId, ingesta, audit),
  saveDocuments: (restauranteId, documents) =>
    transact(async (transaction) => {
      const found = await transaction.rows(CUENTAS.find, [restauranteId]);
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
    const [row] = await session.rows<{ cuerpo: string }>(CUENTAS.document, [restauranteId, kind]);
    return row === undefined ? null : Buffer.from(row.cuerpo);
  },
});

const setFlag = (
  transact: Transact,
  sql: string,
  restauranteId: string,
  value: boolean,
  audit: AuditEntry,
): Promise<boolean> =>
  transact(async (transaction) => {
    if ((await transaction.run(sql, [restauranteId, value])) === 0) return false;
    writeAudit(transaction, audit);
    bumpLlavesVersion(transaction);
    return true;
  });
