import type { SesionStore } from '../../port/panel.ts';
import { type SesionRow, toSesion, toUsuario, type UsuarioRow } from '../../shared/rows.ts';
import type { Connection } from '../driver/connection.ts';
import { writeAudit } from './auditoria.ts';

const DROP_STALE = 'DELETE FROM sesiones WHERE creada_ms < ? OR vista_ms < ?';
const INSERT = `
  INSERT INTO sesiones (hash, usuario_id, creada_ms, vista_ms, agente) VALUES (?, ?, ?, ?, ?)`;
const NOTE_ACCESS = 'UPDATE usuarios SET ultimo_acceso_ms = ? WHERE id = ?';
const FIND = `
  SELECT s.*, u.* FROM sesiones s JOIN usuarios u ON u.id = s.usuario_id
  WHERE s.hash = ? AND u.desactivado_ms IS NULL`;
const LIST = 'SELECT * FROM sesiones WHERE usuario_id = ? ORDER BY creada_ms DESC, hash';
const TOUCH = 'UPDATE sesiones SET vista_ms = ?1 WHERE hash = ?2 AND vista_ms < ?1';
const END = 'DELETE FROM sesiones WHERE hash = ?';
const END_ALL = 'DELETE FROM sesiones WHERE usuario_id = ?';

export const makeSesionStore = (connection: Connection): SesionStore => {
  const { run, get, all, transaction } = connection;
  return {
    create: async (sesion, stale, audit) =>
      transaction(() => {
        const { hash, usuarioId, creadaMs, vistaMs, agente } = sesion;
        run(DROP_STALE, stale.creadaMs, stale.vistaMs);
        run(INSERT, hash, usuarioId, creadaMs, vistaMs, agente);
        run(NOTE_ACCESS, creadaMs, usuarioId);
        writeAudit(connection, audit);
      }),
    async find(hash) {
      const row = get<SesionRow & UsuarioRow>(FIND, hash);
      return row === undefined ? null : { sesion: toSesion(row), usuario: toUsuario(row) };
    },
    list: async (usuarioId) => all<SesionRow>(LIST, usuarioId).map(toSesion),
    async touch(hash, vistaMs) {
      run(TOUCH, vistaMs, hash);
    },
    end: async (hash, audit) =>
      transaction(() => {
        if (run(END, hash) === 0) return false;
        writeAudit(connection, audit);
        return true;
      }),
    endAll: async (usuarioId, audit) =>
      transaction(() => {
        const ended = run(END_ALL, usuarioId);
        if (ended > 0) writeAudit(connection, audit);
        return ended;
      }),
  };
};
