import { type Database, run, send } from '../database.ts';
import type { Sesion, SesionStore } from '../port/panel.ts';
import { SESIONES, toFoundSesion } from '../shared/accounts/sesiones.ts';
import { USUARIOS, type UsuarioRow } from '../shared/accounts/usuarios.ts';
import { audited, writeAudit } from './auditoria.ts';

/** Skips rows that another sign-in is deleting, so that neither waits for the other. */
const DROP_STALE = `
  DELETE FROM sesiones WHERE hash IN (
    SELECT hash FROM sesiones WHERE creada_ms < $1 OR vista_ms < $2 FOR UPDATE SKIP LOCKED)`;

export const makeSesionStore = ({ all, transact }: Database): SesionStore => ({
  create: (sesion, stale, audit) =>
    transact(function* () {
      const { hash, usuarioId, creadaMs, vistaMs, agente } = sesion;
      yield* send(DROP_STALE, stale.creadaMs, stale.vistaMs);
      yield* send(SESIONES.noteAccess, usuarioId, creadaMs);
      yield* send(SESIONES.insert, hash, usuarioId, creadaMs, vistaMs, agente);
      yield* writeAudit(audit);
    }),
  async find(hash) {
    const [row] = await all<Sesion & UsuarioRow>(SESIONES.find, hash);
    return row === undefined ? null : toFoundSesion(row);
  },
  list: (usuarioId) => all<Sesion>(SESIONES.list, usuarioId),
  touch: (hash, vistaMs) => transact(() => send(SESIONES.touch, hash, vistaMs)),
  end: (hash, audit) => transact(() => audited(audit, SESIONES.end, hash)),
  endAll: (usuarioId, audit) =>
    transact(function* () {
      yield* send(USUARIOS.withdrawSetup, usuarioId);
      const ended = yield* run(SESIONES.endAll, usuarioId);
      if (ended > 0) yield* writeAudit(audit);
      return ended;
    }),
});
