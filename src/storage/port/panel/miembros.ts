import type { Rol } from '../../../contract/roles.ts';
import type { AuditEntry } from '../accounts.ts';

/** A person belongs to a restaurant, with a role. */
export interface Membresia {
  restauranteId: string;
  /** The restaurant's name. */
  nombre: string;
  rol: Rol;
  suspendidoMs: number | null;
}

/** A person of a restaurant. */
export interface Miembro {
  usuarioId: string;
  email: string;
  rol: Rol;
  desdeMs: number;
  /** Since when this restaurant shuts them out. */
  suspendidoMs: number | null;
  /** Since when an operator shuts them out of everything. */
  desactivadoMs: number | null;
  tieneClave: boolean;
  tieneFactor: boolean;
  ultimoAccesoMs: number | null;
}

export interface Invitacion {
  id: string;
  restauranteId: string;
  email: string;
  rol: Rol;
  /** Who invites. */
  usuarioId: string;
  creadaMs: number;
  expiraMs: number;
}

export type FoundInvitacion = Invitacion & { restauranteNombre: string; tieneCuenta: boolean };

/** People and invitations of a restaurant together. */
export const MIEMBROS_MAX = 100;

/** `endsScreens`: whether the screens that they made in this restaurant end too. */
export type CambioMiembro = { endsScreens: boolean } & (
  | { rol: Rol }
  | { suspendidoMs: number | null }
  | { isRemoved: true }
);

export interface MiembroStore {
  /** The people of a restaurant in order of e-mail, whatever their state. */
  list(restauranteId: string): Promise<Miembro[]>;
  /** `last_owner`: nobody else could sign in as an owner. */
  change(
    restauranteId: string,
    usuarioId: string,
    cambio: CambioMiembro,
    audit: AuditEntry,
  ): Promise<'changed' | 'not_found' | 'last_owner'>;
  /** Takes the place of an earlier invitation of this e-mail. The token itself is never stored: `hash` is its SHA-256. */
  invite(
    invitacion: Invitacion,
    hash: string,
    audit: AuditEntry,
  ): Promise<'invited' | 'already_member' | 'too_many' | 'no_restaurant'>;
  /** Oldest first, expired ones too. */
  invitations(restauranteId: string): Promise<Invitacion[]>;
  /** False when there is no such invitation in this restaurant. */
  withdraw(restauranteId: string, id: string, audit: AuditEntry): Promise<boolean>;
  findInvitation(hash: string): Promise<FoundInvitacion | null>;
  /** Uses up an invitation of this user's e-mail. Null when there is no such invitation any more. */
  accept(hash: string, nowMs: number, usuarioId: string, audit: AuditEntry): Promise<string | null>;
  /** Uses up an invitation of an e-mail without an account, and creates the account with this password. */
  acceptNew(
    hash: string,
    nowMs: number,
    usuario: { id: string; email: string; creadoMs: number },
    clave: string,
    audit: AuditEntry,
  ): Promise<string | null>;
}
