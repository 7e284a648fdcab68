import type { UsuarioStore } from '../port.ts';
import { writeAudit } from './auditoria.ts';
import type { Connection } from './connection.ts';

const EXISTS = 'SELECT 1 FROM restaurantes WHERE id = ?';
const BY_EMAIL = 'SELECT 1 FROM usuarios WHERE email = ?';
const INSERT = `
  INSERT INTO usuarios (id, email, restaurante_id, creado_ms, alta_hash, alta_expira_ms)
  VALUES (?, ?, ?, ?, ?, ?)`;

export const makeUsuarioStore = (connection: Connection): UsuarioStore => ({
  create: async (usuario, setup, audit) =>
    connection.transaction(() => {
      const { id, email, restauranteId, creadoMs } = usuario;
      if (restauranteId !== null && connection.get(EXISTS, restauranteId) === undefined) {
        return 'no_restaurant';
      }
      if (connection.get(BY_EMAIL, email) !== undefined) return 'email_taken';
      connection.run(INSERT, id, email, restauranteId, creadoMs, setup.hash, setup.expiraMs);
      writeAudit(connection, audit);
      return 'created';
    }),
});
