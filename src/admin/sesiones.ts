import { wideNetworkOf } from '../domain/network.ts';
import { DAY_MS, HOUR_MS } from '../domain/time.ts';
import type { AuditEntry } from '../storage/port/accounts.ts';
import type { Sesion, UsuarioDetalle } from '../storage/port/panel.ts';
import type { Store } from '../storage/port/store.ts';
import { auditEntry, personIn } from './audit.ts';
import type { AdminDeps } from './deps.ts';
import { isPanelToken, mintPanelToken, sha256Hex } from './secrets.ts';

/** Of the hash: enough to tell the sessions of one user apart. */
const ID_CHARS = 24;
/** Characters that are kept of a browser's User-Agent. */
export const AGENTE_CHARS_MAX = 200;
/** A session ends after this time without use, and at this age in any case. */
const IDLE_MS = 12 * HOUR_MS;
const AGE_MS_MAX = 14 * DAY_MS;
/** The time at which a session or a screen was last seen is written at most this often. */
export const SEEN_RESOLUTION_MS = 60_000;

/** `equipo`: the cookie that a browser keeps of an earlier sign-in; `origin`: the address of the page, as its browser says. */
export type Visitor = {
  address: string;
  agente: string;
  equipo?: string;
  origin: string | null;
};

/** Names a session to its user. */
export const sessionId = ({ hash }: Sesion): string => hash.slice(0, ID_CHARS);

export type Entered = { usuario: UsuarioDetalle; sesion: Sesion };

export interface SesionesDeps extends Pick<AdminDeps, 'clock' | 'randomBytes'> {
  store: Pick<Store, 'sesiones'>;
}

/** Somebody who owes a second factor is in no restaurant, until they have added one. */
const withoutOwed = (usuario: UsuarioDetalle): UsuarioDetalle =>
  usuario.exigeFactor && !usuario.tieneFactor
    ? { ...usuario, operador: false, membresias: [] }
    : usuario;

export const makeSesiones = ({ store: { sesiones }, clock, randomBytes }: SesionesDeps) => {
  const note = (usuario: UsuarioDetalle, accion: string): AuditEntry =>
    auditEntry(accion, personIn(usuario), { actor: usuario.email, momentoMs: clock.now() });

  /**
   * `token` goes into the cookie and is stored nowhere. Null: the user's password is no longer `clave`, because it was changed
   * while it was being checked.
   */
  const enter = async (usuario: UsuarioDetalle, clave: string, { agente, address }: Visitor) => {
    const token = mintPanelToken(randomBytes);
    const nowMs = clock.now();
    const sesion: Sesion = {
      hash: sha256Hex(token),
      usuarioId: usuario.id,
      creadaMs: nowMs,
      vistaMs: nowMs,
      agente: agente.slice(0, AGENTE_CHARS_MAX),
      red: wideNetworkOf(address),
    };
    const stale = { creadaMs: nowMs - AGE_MS_MAX, vistaMs: nowMs - IDLE_MS };
    const entry = note(usuario, 'sesion.iniciada');
    const isOpen = await sesiones.create(sesion, clave, stale, entry);
    return isOpen
      ? { outcome: 'entered' as const, token, usuario: withoutOwed(usuario), sesion }
      : null;
  };

  const oldestMs = ({ creadaMs }: Sesion): number => creadaMs + AGE_MS_MAX;
  const endsMs = (sesion: Sesion): number => Math.min(oldestMs(sesion), sesion.vistaMs + IDLE_MS);

  const findOpen = async (hash: string): Promise<Entered | null> => {
    const found = await sesiones.find(hash);
    if (found === null || endsMs(found.sesion) <= clock.now()) return null;
    return { ...found, usuario: withoutOwed(found.usuario) };
  };

  const current = async (token: string, address: string): Promise<Entered | null> => {
    const found = isPanelToken(token) ? await findOpen(sha256Hex(token)) : null;
    const nowMs = clock.now();
    if (found !== null && nowMs - found.sesion.vistaMs >= SEEN_RESOLUTION_MS) {
      await sesiones.touch(found.sesion.hash, nowMs, wideNetworkOf(address));
    }
    return found;
  };

  return {
    note,
    enter,
    current,
    /** The session with this hash, if it is still open; asking does not prolong it. */
    findOpen,
    oldestMs,
    sessions: (usuario: UsuarioDetalle) => sesiones.list(usuario.id),
    signOut: ({ usuario, sesion }: Entered) =>
      sesiones.end(sesion.hash, note(usuario, 'sesion.cerrada')),
    /** Another session of the same user. */
    signOutOf: async (usuario: UsuarioDetalle, id: string): Promise<boolean> => {
      const found = (await sesiones.list(usuario.id)).find((each) => sessionId(each) === id);
      return found !== undefined && sesiones.end(found.hash, note(usuario, 'sesion.cerrada'));
    },
    signOutEverywhere: (usuario: UsuarioDetalle) =>
      sesiones.endAll(usuario.id, note(usuario, 'sesion.cerradas_todas')),
  };
};
