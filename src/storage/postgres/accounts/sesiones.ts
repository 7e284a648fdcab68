import type { SesionStore } from '../../port/panel.ts';
import { type SesionRow, toSesion, toUsuario, type UsuarioRow } from '../../shared/rows.ts';
import type { Session, Statement } from '../driver/connection.ts';
import type { Transact } from '../driver/transaction.ts';
import { writeAudit } from './auditoria.ts';

/** Skips what another sign-in is dropping: two of them must not wait for each other. */
const DROP_STALE: Statement = {
  name: 'sesiones_drop_stale',
  text: `
    DELETE FROM sesiones WHERE hash IN (
      SELECT hash FROM sesiones WHERE creada_ms < $1 OR vista_ms < $2
      FOR UPDATE SKIP LOCKED)`,
};
const INSERT: Statement = {
  name: 'sesiones_insert',
  text: `
    INSERT INTO sesiones (hash, usuario_id, creada_ms, vista_ms, agente)
    VALUES ($1, $2, $3, $4, $5)`,
};
const NOTE_ACCESS: Statement = {
  name: 'sesiones_note_access',
  text: 'UPDATE usuarios SET ultimo_acceso_ms = $2 WHERE id = $1',
};
const FIND: Statement = {
  name: 'sesiones_find',
  text: `
    SELECT s.*, u.id, u.email, u.restaurante_id, u.creado_ms, u.clave, u.alta_expira_ms,
           u.desactivado_ms, u.ultimo_acceso_ms
    FROM sesiones s JOIN usuarios u ON u.id = s.usuario_id
    WHERE s.hash = $1 AND u.desactivado_ms IS NULL`,
};
const LIST: Statement = {
  name: 'sesiones_list',
  text: 'SELECT * FROM sesiones WHERE usuario_id = $1 ORDER BY creada_ms DESC, hash',
};
const TOUCH: Statement = {
  name: 'sesiones_touch',
  text: 'UPDATE sesiones SET vista_ms = $2 WHERE hash = $1 AND vista_ms < $2',
};
const END: Statement = { name: 'sesiones_end', text: 'DELETE FROM sesiones WHERE hash = $1' };
const END_ALL: Statement = {
  name: 'sesiones_end_all',
  text: 'DELETE FROM sesiones WHERE usuario_id = $1',
};

export const makeSesionStore = (session: Session, transact: Transact): SesionStore => ({
  create: (sesion, stale, audit) =>
    transact(async (transaction) => {
      const { hash, usuarioId, creadaMs, vistaMs, agente } = sesion;
      transaction.send(DROP_STALE, [stale.creadaMs, stale.vistaMs]);
      transaction.send(NOTE_ACCESS, [usuarioId, creadaMs]);
      transaction.send(INSERT, [hash, usuarioId, creadaMs, vistaMs, agente]);
      writeAudit(transaction, audit);
    }),
  async find(hash) {
    const [row] = await session.rows<SesionRow & UsuarioRow>(FIND, [hash]);
    return row === undefined ? null : { sesion: toSesion(row), usuario: toUsuario(row) };
  },
  list: async (usuarioId) => (await session.rows<SesionRow>(LIST, [usuarioId])).map(toSesion),
  touch: (hash, vistaMs) =>
    transact(async (transaction) => {
      await transaction.run(TOUCH, [hash, vistaMs]);
    }),
  end: (hash, audit) =>
    transact(async (transaction) => {
      if ((await transaction.run(END, [hash])) === 0) return false;
      writeAudit(transaction, audit);
      return true;
    }),
  endAll: (usuarioId, audit) =>
    transact(async (transaction) => {
      const ended = await transaction.run(END_ALL, [usuarioId]);
      if (ended > 0) writeAudit(transaction, audit);
      return ended;
    }),
});
