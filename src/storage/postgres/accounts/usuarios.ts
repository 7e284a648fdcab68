import type { UsuarioStore } from '../../port/panel.ts';
import { toUsuario, USUARIOS, type UsuarioRow } from '../../shared/accounts/usuarios.ts';
import type { Session } from '../driver/connection.ts';
import type { Transact } from '../driver/transaction.ts';
import { writeAudit } from './auditoria.ts';

export const makeUsuarioStore = (session: Session, transact: Transact): UsuarioStore => {
  const find = async (sql: string, value: string): Promise<UsuarioRow | undefined> =>
    (await session.rows<UsuarioRow>(sql, [value]))[0];

  return {
    create: (usuario, setup, audit) =>
      transact(async (transaction) => {
        const { id, email, restauranteId, creadoMs } = usuario;
        if (restauranteId !== null) {
          const found = await transaction.rows(USUARIOS.findRestaurant, [restauranteId]);
          if (found.length === 0) return 'no_restaurant';
        }
        const values = [id, email, restauranteId, creadoMs, setup.hash, setup.expiraMs];
        if ((await transaction.run(USUARIOS.insert, values)) === 0) return 'email_taken';
        writeAudit(transaction, audit);
        return 'created';
      }),
    async get(id) {
      const row = await find(USUARIOS.get, id);
      return row === undefined ? null : toUsuario(row);
    },
    async findByEmail(email) {
      const row = await find(USUARIOS.findByEmail, email);
      return row === undefined ? null : { usuario: toUsuario(row), clave: row.clave };
    },
    list: async (limit) => (await session.rows<UsuarioRow>(USUARIOS.list, [limit])).map(toUsuario),
    async findBySetup(hash) {
      const row = await find(USUARIOS.findBySetup, hash);
      return row === undefined
        ? null
        : { usuario: toUsuario(row), expiraMs: row.altaExpiraMs ?? 0 };
    },
    offerSetup: (id, { hash, expiraMs }, audit) =>
      transact(async (transaction) => {
        if ((await transaction.run(USUARIOS.offerSetup, [id, hash, expiraMs])) === 0) return false;
        writeAudit(transaction, audit);
        return true;
      }),
    redeemSetup: (hash, nowMs, clave, audit) =>
      transact(async (transaction) => {
        const values = [hash, nowMs, clave];
        const [row] = await transaction.rows<{ id: string }>(USUARIOS.redeemSetup, values);
        if (row === undefined) return false;
        transaction.send(USUARIOS.endSessions, [row.id]);
        writeAudit(transaction, audit);
        return true;
      }),
    changePassword: (id, before, clave, audit) =>
      transact(async (transaction) => {
        const changed = await transaction.run(USUARIOS.changePassword, [id, before, clave]);
        if (changed === 0) return false;
        transaction.send(USUARIOS.endSessions, [id]);
        writeAudit(transaction, audit);
        return true;
      }),
    setDisabled: (id, atMs, audit) =>
      transact(async (transaction) => {
        const changed =
          atMs === null
            ? await transaction.run(USUARIOS.enable, [id])
            : await transaction.run(USUARIOS.disable, [id, atMs]);
        if (changed === 0) return false;
        transaction.send(USUARIOS.endSessions, [id]);
        writeAudit(transaction, audit);
        return true;
      }),
  };
};
