import { audited, writeAudit } from '../accounts/auditoria.ts';
import { type Database, run, send } from '../database.ts';
import type { Sesion, SesionStore } from '../port/panel.ts';
import {
  END_SESSIONS,
  toUsuario,
  USUARIO_COLUMNS,
  type UsuarioRow,
  WITH_RESTAURANTS,
} from './usuarios.ts';

const COLUMNS = `s.hash, s.usuario_id AS "usuarioId", s.creada_ms AS "creadaMs", s.vista_ms AS "vistaMs", s.agente, s.red`;
/** Skips rows that another sign-in is deleting, so that neither waits for the other. */
const DROP_STALE = `
  DELETE FROM sesiones WHERE hash IN (
    SELECT hash FROM sesiones WHERE creada_ms < $1 OR vista_ms < $2 FOR UPDATE SKIP LOCKED)`;
/** Locks the user: a new password waits for the session and ends it, or is seen here. */
const NOTE_ACCESS = `
  UPDATE usuarios SET ultimo_acceso_ms = $2
  WHERE id = $1 AND clave = $3 AND desactivado_ms IS NULL`;
const INSERT = `
  INSERT INTO sesiones (hash, usuario_id, creada_ms, vista_ms, agente, red)
  VALUES ($1, $2, $3, $4, $5, $6)`;
const FIND = `
  SELECT ${COLUMNS}, ${USUARIO_COLUMNS}
  FROM sesiones s JOIN usuarios u ON u.id = s.usuario_id ${WITH_RESTAURANTS}
  WHERE s.hash = $1 AND u.desactivado_ms IS NULL ORDER BY r.nombre, r.id`;
const LIST = `
  SELECT ${COLUMNS} FROM sesiones s WHERE s.usuario_id = $1 ORDER BY s.creada_ms DESC, s.hash`;
const TOUCH = 'UPDATE sesiones SET vista_ms = $2, red = $3 WHERE hash = $1 AND vista_ms < $2';
const END = 'DELETE FROM sesiones WHERE hash = $1';
const WITHDRAW_SETUP = 'UPDATE usuarios SET alta_hash = NULL, alta_expira_ms = NULL WHERE id = $1';

export const makeSesionStore = ({ all, transact }: Database): SesionStore => ({
  create: (sesion, clave, stale, audit) =>
    transact(function* () {
      const { hash, usuarioId, creadaMs, vistaMs, agente, red } = sesion;
      if ((yield* run(NOTE_ACCESS, usuarioId, creadaMs, clave)) === 0) return false;
      yield* send(DROP_STALE, stale.creadaMs, stale.vistaMs);
      yield* send(INSERT, hash, usuarioId, creadaMs, vistaMs, agente, red);
      yield* writeAudit(audit);
      return true;
    }),
  async find(hash) {
    const [first, ...others] = await all<Sesion & UsuarioRow>(FIND, hash);
    if (first === undefined) return null;
    const { usuarioId, creadaMs, vistaMs, agente, red } = first;
    const sesion = { hash, usuarioId, creadaMs, vistaMs, agente, red };
    return { sesion, usuario: toUsuario([first, ...others]) };
  },
  list: (usuarioId) => all<Sesion>(LIST, usuarioId),
  touch: (hash, vistaMs, red) => transact(() => send(TOUCH, hash, vistaMs, red)),
  end: (hash, audit) => transact(() => audited(audit, END, hash)),
  endAll: (usuarioId, audit) =>
    transact(function* () {
      yield* send(WITHDRAW_SETUP, usuarioId);
      const ended = yield* run(END_SESSIONS, usuarioId);
      if (ended > 0) yield* writeAudit(audit);
      return ended;
    }),
});
