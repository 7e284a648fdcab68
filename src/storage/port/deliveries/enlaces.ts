import type { Lang } from '../../../contract/bilingual.ts';
import type { Fecha } from '../../../contract/dinero/fechas.ts';
import type { RangoMovil, TablaEnvio } from '../../../contract/envios.ts';
import type { Estilo } from '../../../contract/exportacion.ts';
import type { AuditEntry } from '../accounts.ts';

/** A file that a mail leads to: its range stands still. */
export interface ArchivoFijo {
  formato: 'xlsx' | 'csv';
  idioma: Lang;
  desde: number;
  hasta: number;
}

/** A read link. */
export interface Enlace {
  id: string;
  restauranteId: string;
  usuarioId: string;
  /** The e-mail of its maker; null once the account is deleted. */
  creador: string | null;
  nombre: string;
  tabla: TablaEnvio;
  rango: RangoMovil;
  fecha: Fecha;
  estilo: Estilo;
  /** Null: a table over the range that rolls on, as CSV. */
  archivo: ArchivoFijo | null;
  pista: string;
  creadoMs: number;
  expiraMs: number | null;
  revocadoMs: number | null;
  ultimoUsoMs: number | null;
  usos: number;
}

/** `activo`: whether its restaurant is. */
export type FoundEnlace = { enlace: Enlace; activo: boolean };

/** A restaurant may have this many that are neither revoked nor expired. */
export const ENLACES_MAX = 50;

export interface EnlaceStore {
  /** The token itself is never stored: `hash` is its SHA-256. */
  create(
    enlace: Omit<Enlace, 'creador'>,
    hash: string,
    audit: AuditEntry,
  ): Promise<'created' | 'no_restaurant' | 'no_user' | 'too_many'>;
  /** Revoked and expired ones too. */
  findByHash(hash: string): Promise<FoundEnlace | null>;
  findByIds(ids: readonly string[]): Promise<Map<string, FoundEnlace>>;
  /** Without those that mails lead to. */
  list(restauranteId: string): Promise<Enlace[]>;
  /** False when there is no such link in this restaurant, or it was revoked before. */
  revoke(restauranteId: string, id: string, audit: AuditEntry): Promise<boolean>;
  /** Adds to the number of its uses. */
  touch(uses: ReadonlyMap<string, { count: number; lastMs: number }>): Promise<void>;
}
