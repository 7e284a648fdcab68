import type { UsuarioStore } from '../port.ts';
import { writeAudit } from './auditoria.ts';
import type { Statement } from './connection.ts';
import type { Transact } from './transaction.ts';

const EXISTS: Statement = {
  name: 'usuarios_restaurant',
  text: 'SELECT id FROM restaurantes WHERE id = $1',
};
const INSERT: Statement = {
  name: 'usuarios_insert',
  text: `
    INSERT INTO usuarios (id, email, restaurante_id, creado_ms, alta_hash, alta_expira_ms)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (email) DO NOTHING`,
};

export const makeUsuarioStore = (transact: Transact): UsuarioStore => ({
  create: (usuario, setup, audit) =>
    transact(async (transaction) => {
      const { id, email, restauranteId, creadoMs } = usuario;
      if (restauranteId !== null) {
        const found = await transaction.rows(EXISTS, [restauranteId]);
        if (found.length === 0) return 'no_restaurant';
      }
      const values = [id, email, restauranteId, creadoMs, setup.hash, setup.expiraMs];
      if ((await transaction.run(INSERT, values)) === 0) return 'email_taken';
      writeAudit(transaction, audit);
      return 'created';
    }),
});
