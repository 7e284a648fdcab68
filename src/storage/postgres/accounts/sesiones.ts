import type { Sesion, SesionStore } from '../../port/panel.ts';
import { SESIONES, toFoundSesion } from '../../shared/accounts/sesiones.ts';
import type { UsuarioRow } from '../../shared/accounts/usuarios.ts';
import type { Session } from '../driver/connection.ts';
import type { Transact } from '../driver/transaction.ts';
import { writeAudit } from './auditoria.ts';

/** Skips rows that another sign-in is deleting, so that neither waits for the other. */
const DROP_STALE = `
  DELETE FROM sesiones WHERE hash IN (
    SELECT hash FROM sesiones WHERE creada_ms < $1 OR vista_ms < $2
    FOR UPDATE SKIP LOCKED)`;

export const makeSesionStore = (session: Session, transact: Transact): SesionStore => ({
  create: (sesion, stale, audit) =>
    transact(async (transaction) => {
      const { hash, usuarioId, creadaMs, vistaMs, agente } = sesion;
      transaction.send(DROP_STALE, [stale.creadaMs, stale.vistaMs]);
      transaction.send(SESIONES.noteAccess, [usuarioId, creadaMs]);
      transaction.send(SESIONES.insert, [hash, usuarioId, creadaMs, vistaMs, agente]);
      writeAudit(transaction, audit);
    }),
  async find(hash) {
    const [row] = await session.rows<Sesion & UsuarioRow>(SESIONES.find, [hash]);
    return row === undefined ? null : toFoundSesion(row);
  },
  list: (usuarioId) => session.rows<Sesion>(SESIONES.list, [usuarioId]),
  touch: (hash, vistaMs) =>
    transact(async (transaction) => {
      transaction.send(SESIONES.touch, [hash, vistaMs]);
    }),
  end: (hash, audit) =>
    transact(async (transaction) => {
      if ((await transaction.run(SESIONES.end, [hash])) === 0) return false;
      writeAudit(transaction, audit);
      return true;
    }),
  endAll: (usuarioId, audit) =>
    transact(async (transaction) => {
      const ended = await transaction.run(SESIONES.endAll, [usuarioId]);
      if (ended > 0) writeAudit(transaction, audit);
      return ended;
    }),
});
