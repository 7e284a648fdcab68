import type { UsuarioDetalle } from '../../port/panel.ts';

export const USUARIO_COLUMNS = `u.id, u.email, u.restaurante_id AS "restauranteId", u.creado_ms AS "creadoMs",
  u.clave, u.alta_expira_ms AS "altaExpiraMs", u.desactivado_ms AS "desactivadoMs",
  u.ultimo_acceso_ms AS "ultimoAccesoMs"`;
const SELECT = `SELECT ${USUARIO_COLUMNS} FROM usuarios u`;

export const USUARIOS = {
  findRestaurant: 'SELECT id FROM restaurantes WHERE id = $1',
  /** Writes nothing when the e-mail is taken. */
  insert: `
    INSERT INTO usuarios (id, email, restaurante_id, creado_ms, alta_hash, alta_expira_ms)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (email) DO NOTHING`,
  get: `${SELECT} WHERE u.id = $1`,
  findByEmail: `${SELECT} WHERE u.email = $1`,
  findBySetup: `${SELECT} WHERE u.alta_hash = $1`,
  list: `${SELECT} ORDER BY u.email LIMIT $1`,
  offerSetup: 'UPDATE usuarios SET alta_hash = $2, alta_expira_ms = $3 WHERE id = $1',
  redeemSetup: `
    UPDATE usuarios SET clave = $3, alta_hash = NULL, alta_expira_ms = NULL
    WHERE alta_hash = $1 AND alta_expira_ms > $2 AND desactivado_ms IS NULL RETURNING id`,
  changePassword: `
    UPDATE usuarios SET clave = $3, alta_hash = NULL, alta_expira_ms = NULL
    WHERE id = $1 AND clave = $2`,
  disable: `
    UPDATE usuarios SET desactivado_ms = $2, alta_hash = NULL, alta_expira_ms = NULL
    WHERE id = $1 AND desactivado_ms IS NULL`,
  withdrawSetup: 'UPDATE usuarios SET alta_hash = NULL, alta_expira_ms = NULL WHERE id = $1',
  enable: 'UPDATE usuarios SET desactivado_ms = NULL WHERE id = $1 AND desactivado_ms IS NOT NULL',
  endSessions: 'DELETE FROM sesiones WHERE usuario_id = $1',
};

export type UsuarioRow = Omit<UsuarioDetalle, 'tieneClave'> & {
  clave: string | null;
  altaExpiraMs: number | null;
};

export const toUsuario = ({ clave, altaExpiraMs: _, ...row }: UsuarioRow): UsuarioDetalle => ({
  ...row,
  tieneClave: clave !== null,
});
