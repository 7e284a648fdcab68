import type { UsuarioStore } from '../../port/panel.ts';
import { toUsuario, USUARIOS, type UsuarioRow } from '../../shared/accounts/usuarios.ts';
import type { Connection } from '../driver/connection.ts';
import { writeAudit } from './auditoria.ts';

export const makeUsuarioStore = (connection: Connection): UsuarioStore => {
  const { run, get, all, transaction } = connection;

  return {
    create: async (usuario, setup, audit) =>
      transaction(() => {
        const { id, email, restauranteId, creadoMs } = usuario;
        if (restauranteId !== null && get(USUARIOS.findRestaurant, restauranteId) === undefined) {
          return 'no_restaurant';
        }
        const { hash, expiraMs } = setup;
        if (run(USUARIOS.insert, id, email, restauranteId, creadoMs, hash, expiraMs) === 0) {
          return 'email_taken';
        }
        writeAudit(connection, audit);
        return 'created';
      }),
    async get(id) {
      const row = get<UsuarioRow>(USUARIOS.get, id);
      return row === undefined ? null : toUsuario(row);
    },
    async findByEmail(email) {
      const row = get<UsuarioRow>(USUARIOS.findByEmail, email);
      return row === undefined ? null : { usuario: toUsuario(row), clave: row.clave };
    },
    list: async (limit) => all<UsuarioRow>(USUARIOS.list, limit).map(toUsuario),
    async findBySetup(hash) {
      const row = get<UsuarioRow>(USUARIOS.findBySetup, hash);
      return row === undefined
        ? null
        : { usuario: toUsuario(row), expiraMs: row.altaExpiraMs ?? 0 };
    },
    offerSetup: async (id, setup, audit) =>
      transaction(() => {
        if (run(USUARIOS.offerSetup, id, setup.hash, setup.expiraMs) === 0) return false;
        writeAudit(connection, audit);
        return true;
      }),
    redeemSetup: async (hash, nowMs, clave, audit) =>
      transaction(() => {
        const row = get<{ id: string }>(USUARIOS.redeemSetup, hash, nowMs, clave);
        if (row === undefined) return false;
        run(USUARIOS.endSessions, row.id);
        writeAudit(connection, audit);
        return true;
      }),
    changePassword: async (id, before, clave, audit) =>
      transaction(() => {
        if (run(USUARIOS.changePassword, id, before, clave) === 0) return false;
        run(USUARIOS.endSessions, id);
        writeAudit(connection, audit);
        return true;
      }),
    setDisabled: async (id, atMs, audit) =>
      transaction(() => {
        const changed = atMs === null ? run(USUARIOS.enable, id) : run(USUARIOS.disable, id, atMs);
        if (changed === 0) return false;
        run(USUARIOS.endSessions, id);
        writeAudit(connection, audit);
        return true;
      }),
  };
};
