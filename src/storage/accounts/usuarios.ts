import { type Database, rows, send, type Value } from '../database.ts';
import type { AuditEntry } from '../port/accounts.ts';
import type { UsuarioStore } from '../port/panel.ts';
import { toUsuario, USUARIOS, type UsuarioRow } from '../shared/accounts/usuarios.ts';
import { audited, writeAudit } from './auditoria.ts';
import { revokeScreensOf } from './pantallas.ts';

export const makeUsuarioStore = ({ all, transact }: Database): UsuarioStore => {
  const find = async (sql: string, value: string): Promise<UsuarioRow | undefined> =>
    (await all<UsuarioRow>(sql, value))[0];

  /** A change of a user that ends every session of theirs. */
  const changeAndSignOut = (id: string, audit: AuditEntry, sql: string, ...values: Value[]) =>
    transact(function* () {
      const isChanged = yield* audited(audit, sql, id, ...values);
      if (isChanged) yield* send(USUARIOS.endSessions, id);
      return isChanged;
    });

  return {
    create: (usuario, { hash, expiraMs }, audit) =>
      transact(function* () {
        const { id, email, restauranteId, creadoMs } = usuario;
        if (restauranteId !== null) {
          const found = yield* rows(USUARIOS.findRestaurant, restauranteId);
          if (found.length === 0) return 'no_restaurant';
        }
        const values = [id, email, restauranteId, creadoMs, hash, expiraMs];
        return (yield* audited(audit, USUARIOS.insert, ...values)) ? 'created' : 'email_taken';
      }),
    async get(id) {
      const row = await find(USUARIOS.get, id);
      return row === undefined ? null : toUsuario(row);
    },
    async findByEmail(email) {
      const row = await find(USUARIOS.findByEmail, email);
      return row === undefined ? null : { usuario: toUsuario(row), clave: row.clave };
    },
    list: async (limit) => (await all<UsuarioRow>(USUARIOS.list, limit)).map(toUsuario),
    async findBySetup(hash) {
      const row = await find(USUARIOS.findBySetup, hash);
      return row === undefined
        ? null
        : { usuario: toUsuario(row), expiraMs: row.altaExpiraMs ?? 0 };
    },
    offerSetup: (id, { hash, expiraMs }, audit) =>
      transact(() => audited(audit, USUARIOS.offerSetup, id, hash, expiraMs)),
    redeemSetup: (hash, nowMs, clave, audit) =>
      transact(function* () {
        const [row] = yield* rows<{ id: string }>(USUARIOS.redeemSetup, hash, nowMs, clave);
        if (row === undefined) return false;
        yield* send(USUARIOS.endSessions, row.id);
        yield* writeAudit(audit);
        return true;
      }),
    changePassword: (id, before, clave, audit) =>
      changeAndSignOut(id, audit, USUARIOS.changePassword, before, clave),
    setDisabled: (id, atMs, audit) =>
      atMs === null
        ? changeAndSignOut(id, audit, USUARIOS.enable)
        : transact(function* () {
            const isDisabled = yield* audited(audit, USUARIOS.disable, id, atMs);
            if (isDisabled) yield* send(USUARIOS.endSessions, id);
            if (isDisabled) yield* revokeScreensOf(id, audit);
            return isDisabled;
          }),
  };
};
