import type { Sesion, SesionStore } from '../../port/panel.ts';
import { SESIONES, toFoundSesion } from '../../shared/accounts/sesiones.ts';
import type { UsuarioRow } from '../../shared/accounts/usuarios.ts';
import type { Connection } from '../driver/connection.ts';
import { writeAudit } from './auditoria.ts';

const DROP_STALE = 'DELETE FROM sesiones WHERE creada_ms < ? OR vista_ms < ?';

export const makeSesionStore = (connection: Connection): SesionStore => {
  const { run, get, all, transaction } = connection;
  return {
    create: async (sesion, stale, audit) =>
      transaction(() => {
        const { hash, usuarioId, creadaMs, vistaMs, agente } = sesion;
        run(DROP_STALE, stale.creadaMs, stale.vistaMs);
        run(SESIONES.insert, hash, usuarioId, creadaMs, vistaMs, agente);
        run(SESIONES.noteAccess, usuarioId, creadaMs);
        writeAudit(connection, audit);
      }),
    async find(hash) {
      const row = get<Sesion & UsuarioRow>(SESIONES.find, hash);
      return row === undefined ? null : toFoundSesion(row);
    },
    list: async (usuarioId) =>
      all<Sesion>(SESIONES.list, usuarioId).map((sesion) => ({ ...sesion })),
    async touch(hash, vistaMs) {
      run(SESIONES.touch, hash, vistaMs);
    },
    end: async (hash, audit) =>
      transaction(() => {
        if (run(SESIONES.end, hash) === 0) return false;
        writeAudit(connection, audit);
        return true;
      }),
    endAll: async (usuarioId, audit) =>
      transaction(() => {
        const ended = run(SESIONES.endAll, usuarioId);
        if (ended > 0) writeAudit(connection, audit);
        return ended;
      }),
  };
};
