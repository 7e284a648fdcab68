import type { ClasePantalla } from '../../contract/panel.ts';
import type { AuditEntry } from './accounts.ts';

/** A screen without a person's session: it shows the open orders of one restaurant and nothing else. */
export interface Pantalla {
  id: string;
  restauranteId: string;
  /** The user who made it: disabling them revokes it. */
  usuarioId: string;
  creador: string;
  nombre: string;
  clase: ClasePantalla;
  creadaMs: number;
  /** Null before it was first opened. */
  vistaMs: number | null;
}

/** `activo`: whether its restaurant is active. */
export type FoundPantalla = { pantalla: Pantalla; hash: string; activo: boolean };

export const PANTALLAS_MAX = 20;

export interface PantallaStore {
  /** The token itself is never stored: `hash` is its SHA-256. A restaurant has at most `PANTALLAS_MAX`. */
  create(
    pantalla: Omit<Pantalla, 'creador'>,
    hash: string,
    audit: AuditEntry,
  ): Promise<'created' | 'no_restaurant' | 'no_user' | 'too_many'>;
  /** By id; revoked screens are left out. */
  find(ids: readonly string[]): Promise<Map<string, FoundPantalla>>;
  /** Newest first; of one restaurant or of all. */
  list(restauranteId: string | null): Promise<Pantalla[]>;
  /** False when it was revoked before. */
  revoke(id: string, audit: AuditEntry): Promise<boolean>;
  /** Notes when screens were last seen, by id; a moment before the one stored changes nothing. */
  touch(seen: ReadonlyMap<string, number>): Promise<void>;
}
