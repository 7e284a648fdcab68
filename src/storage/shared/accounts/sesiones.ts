import type { Sesion, UsuarioDetalle } from '../../port/panel.ts';
import { toUsuario, USUARIO_COLUMNS, type UsuarioRow } from './usuarios.ts';

const COLUMNS = `s.hash, s.usuario_id AS "usuarioId", s.creada_ms AS "creadaMs", s.vista_ms AS "vistaMs", s.agente`;

export const SESIONES = {
  insert: `
    INSERT INTO sesiones (hash, usuario_id, creada_ms, vista_ms, agente)
    VALUES ($1, $2, $3, $4, $5)`,
  noteAccess: 'UPDATE usuarios SET ultimo_acceso_ms = $2 WHERE id = $1',
  find: `
    SELECT ${COLUMNS}, ${USUARIO_COLUMNS}
    FROM sesiones s JOIN usuarios u ON u.id = s.usuario_id
    WHERE s.hash = $1 AND u.desactivado_ms IS NULL`,
  list: `
    SELECT ${COLUMNS} FROM sesiones s WHERE s.usuario_id = $1 ORDER BY s.creada_ms DESC, s.hash`,
  touch: 'UPDATE sesiones SET vista_ms = $2 WHERE hash = $1 AND vista_ms < $2',
  end: 'DELETE FROM sesiones WHERE hash = $1',
  endAll: 'DELETE FROM sesiones WHERE usuario_id = $1',
};

export const toFoundSesion = ({
  hash,
  usuarioId,
  creadaMs,
  vistaMs,
  agente,
  ...usuario
}: Sesion & UsuarioRow): { sesion: Sesion; usuario: UsuarioDetalle } => ({
  sesion: { hash, usuarioId, creadaMs, vistaMs, agente },
  usuario: toUsuario(usuario),
});
