import { HOUR_MS } from '../domain/time.ts';
import type { AuditEntry } from '../storage/port/accounts.ts';
import type { Puesto, UsuarioDetalle } from '../storage/port/panel.ts';
import { auditEntry, personIn } from './audit.ts';
import type { AdminDeps } from './deps.ts';
import { mintPanelToken, sha256Hex } from './secrets.ts';

const SETUP_TTL_MS = 72 * HOUR_MS;
const EMAIL_CHARS_MAX = 254;
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
const EMAIL = new RegExp(`^[^\\s\\p{C}@<>()\\[\\]",:;\\\\]{1,64}@(?:${LABEL}\\.)+${LABEL}$`, 'u');

/** The address in the form in which it is stored and compared; null if the text cannot be an address. */
export const normalizeEmail = (text: string): string | null => {
  const email = text.trim().normalize('NFC').toLowerCase();
  return email.length <= EMAIL_CHARS_MAX && EMAIL.test(email) ? email : null;
};

/** `setupToken` is shown once: its holder chooses the password until `setupExpiraMs`. */
export interface SetupLink {
  usuario: UsuarioDetalle;
  setupToken: string;
  setupExpiraMs: number;
}

type CreateUsuarioOutcome =
  | ({ outcome: 'created' } & SetupLink)
  | { outcome: 'invalid_email' | 'email_taken' | 'no_restaurant' };

/** The token is in the fragment, which reaches no proxy's log and no referrer. */
export const setupUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/panel/alta#${token}`;

type OfferOutcome = ({ outcome: 'offered' } & SetupLink) | { outcome: 'not_found' | 'disabled' };

type DisableOutcome =
  | { outcome: 'done' | 'unchanged'; usuario: UsuarioDetalle }
  | { outcome: 'not_found' };

type DeleteOutcome = { outcome: 'deleted' | 'not_disabled' | 'not_found' };

/** `pendiente`: has not chosen a password yet. */
export const estadoUsuario = ({ desactivadoMs, tieneClave }: UsuarioDetalle) => {
  if (desactivadoMs !== null) return 'desactivado';
  return tieneClave ? 'activo' : 'pendiente';
};

export const makeUsuarios = ({ store, clock, randomBytes, mintId }: AdminDeps) => {
  const mintSetup = () => {
    const setupToken = mintPanelToken(randomBytes);
    const setupExpiraMs = clock.now() + SETUP_TTL_MS;
    const stored = { hash: sha256Hex(setupToken), expiraMs: setupExpiraMs };
    return { shown: { setupToken, setupExpiraMs }, stored };
  };

  const note = (accion: string, usuario: UsuarioDetalle, actor: string): AuditEntry =>
    auditEntry(accion, personIn(usuario), {
      actor,
      momentoMs: clock.now(),
      detalle: { email: usuario.email },
    });

  const create = async (
    input: { email: string; operador: boolean; puestos: readonly Puesto[] },
    actor: string,
  ): Promise<CreateUsuarioOutcome> => {
    const email = normalizeEmail(input.email);
    if (email === null) return { outcome: 'invalid_email' };
    const nowMs = clock.now();
    const usuario: UsuarioDetalle = {
      id: mintId('usuario', nowMs),
      email,
      operador: input.operador,
      creadoMs: nowMs,
      tieneClave: false,
      desactivadoMs: null,
      tieneFactor: false,
      exigeFactor: false,
      ultimoAccesoMs: null,
      membresias: input.puestos.map((puesto) => ({ ...puesto, nombre: '', suspendidoMs: null })),
    };
    const setup = mintSetup();
    const entry = note('usuario.creado', usuario, actor);
    const outcome = await store.usuarios.create(usuario, input.puestos, setup.stored, entry);
    if (outcome !== 'created') return { outcome };
    const created = (await store.usuarios.get(usuario.id)) ?? usuario;
    return { outcome, usuario: created, ...setup.shown };
  };

  /** Makes another link, for a lost password: the old password works until the link is used. */
  const offerSetup = async (id: string, actor: string): Promise<OfferOutcome> => {
    const usuario = await store.usuarios.get(id);
    if (usuario === null) return { outcome: 'not_found' };
    if (usuario.desactivadoMs !== null) return { outcome: 'disabled' };
    const setup = mintSetup();
    const entry = note('usuario.enlace_creado', usuario, actor);
    const offered = await store.usuarios.offerSetup(id, setup.stored, entry);
    return offered ? { outcome: 'offered', usuario, ...setup.shown } : { outcome: 'not_found' };
  };

  const setDisabled = async (
    id: string,
    disabled: boolean,
    actor: string,
    actorId?: string,
  ): Promise<DisableOutcome> => {
    const before = await store.usuarios.get(id);
    if (before === null) return { outcome: 'not_found' };
    const accion = disabled ? 'usuario.desactivado' : 'usuario.reactivado';
    const atMs = disabled ? clock.now() : null;
    const entry = note(accion, before, actor);
    const changed = await store.usuarios.setDisabled(id, atMs, entry, actorId);
    const usuario = (await store.usuarios.get(id)) ?? before;
    return { outcome: changed ? 'done' : 'unchanged', usuario };
  };

  /** Idempotent. Null: there is no such user. */
  const setFactorRequired = async (
    id: string,
    isRequired: boolean,
    actor: string,
  ): Promise<UsuarioDetalle | null> => {
    const usuario = await store.usuarios.get(id);
    if (usuario === null) return null;
    const accion = isRequired ? 'usuario.factor_exigido' : 'usuario.factor_no_exigido';
    await store.usuarios.setFactorRequired(id, isRequired, note(accion, usuario, actor));
    return store.usuarios.get(id);
  };

  /** Deletes a disabled user, so never the one who asks in the panel. The audit keeps their entries. */
  const remove = async (id: string, actor: string): Promise<DeleteOutcome> => {
    const usuario = await store.usuarios.get(id);
    if (usuario === null) return { outcome: 'not_found' };
    if (usuario.desactivadoMs === null) return { outcome: 'not_disabled' };
    const entry = note('usuario.eliminado', usuario, actor);
    const isDeleted = await store.usuarios.deleteDisabled(id, entry);
    return { outcome: isDeleted ? 'deleted' : 'not_found' };
  };

  return {
    create,
    offerSetup,
    setDisabled,
    setFactorRequired,
    delete: remove,
    list: store.usuarios.list,
  };
};
