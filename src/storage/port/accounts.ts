import type { Alcance } from '../../contract/alcances.ts';
import type { TokenLabel } from '../../contract/ids.ts';
import type { Plazos } from '../../contract/panel.ts';
import type { Restaurante } from '../../contract/recursos/restaurante.ts';
import type { Cuenta } from '../../domain/log/batch.ts';
import type { Body } from './body.ts';

export interface CuentaStore {
  /** Creates or replaces a profile. A flag that is not given keeps its value; a new account is active without ingestion. */
  save(perfil: Restaurante, flags: { activo?: boolean; ingesta?: boolean }): Promise<void>;
  /** False when there is a restaurant of that id already. */
  create(perfil: Restaurante, flags: { ingesta: boolean }, audit: AuditEntry): Promise<boolean>;
  find(restauranteId: string): Promise<{ cuenta: Cuenta; perfil: Body } | null>;
  list(after: string, limit: number): Promise<Cuenta[]>;
  /** False when there is no such restaurant. */
  setActive(restauranteId: string, activo: boolean, audit: AuditEntry): Promise<boolean>;
  /** Sets whether orders are taken; false when there is no such restaurant. */
  setIngesta(restauranteId: string, ingesta: boolean, audit: AuditEntry): Promise<boolean>;
  /** Sets the hour at which the panel's day begins; false when there is no such restaurant. */
  setCorte(restauranteId: string, corte: number, audit: AuditEntry): Promise<boolean>;
  /** Sets when an order of the kitchen is late; false when there is no such restaurant. */
  setPlazos(restauranteId: string, plazos: Plazos, audit: AuditEntry): Promise<boolean>;
  /** Replaces documents wholesale; false when there is no such restaurant. */
  saveDocuments(restauranteId: string, documents: readonly Document[]): Promise<boolean>;
  document(restauranteId: string, kind: DocumentKind): Promise<Body | null>;
  /** Suspends it, refuses orders, and ends its keys, users and screens; false when there is no such restaurant. */
  close(restauranteId: string, audit: AuditEntry): Promise<boolean>;
  /** Erases at most `limit` rows of a closed restaurant, and resolves with how many; with 0, nothing but its audit is left. */
  erase(restauranteId: string, limit: number): Promise<number>;
}

type DocumentKind = 'carta' | 'carta_disponible' | 'zonas';
export type Document = { kind: DocumentKind; json: string };

export interface Llave {
  id: string;
  restauranteId: string;
  nombre: string;
  etiqueta: TokenLabel;
  alcances: Alcance[];
  /** The last characters of the token: enough to recognise it, too few to guess it. */
  pista: string;
  creador: string;
  creadaMs: number;
  expiraMs: number | null;
  revocadaMs: number | null;
  ultimoUsoMs: number | null;
}

export type FoundLlave = { llave: Llave; activo: boolean };

/** A restaurant may have this many keys that are neither revoked nor expired. */
export const LLAVES_ACTIVAS_MAX = 50;

export interface LlaveStore {
  /** The token itself is never stored: `hash` is its SHA-256. `activeMax`: active keys of the restaurant, this one included. */
  create(
    llave: Llave,
    hash: string,
    audit: AuditEntry,
    activeMax?: number,
  ): Promise<'created' | 'no_restaurant' | 'too_many'>;
  findByHash(hash: string): Promise<FoundLlave | null>;
  /** Changes whenever a key may have changed; undefined while it is not known. */
  version(): number | undefined;
  /** The version as of now, not a remembered one. */
  readVersion(): Promise<number | undefined>;
  /** By id; unknown keys are left out. */
  findByIds(ids: readonly string[]): Promise<Map<string, FoundLlave>>;
  get(id: string): Promise<Llave | null>;
  list(restauranteId: string | null): Promise<Llave[]>;
  /** False when there is no such key or it was revoked before. */
  revoke(id: string, atMs: number, audit: AuditEntry): Promise<boolean>;
  /**
   * Stores the successor; the old key ends at `graceUntilMs`, or earlier if it was to expire before. `changed`: its expiry is
   * no longer that of `old`, because somebody else has rotated it meanwhile.
   */
  rotate(
    old: Pick<Llave, 'id' | 'expiraMs'>,
    successor: { llave: Llave; hash: string },
    graceUntilMs: number,
    audit: AuditEntry,
    activeMax?: number,
  ): Promise<'rotated' | 'revoked' | 'changed' | 'too_many'>;
  /** Notes when keys were last used, by id; a moment before the one stored changes nothing. */
  touch(uses: ReadonlyMap<string, number>): Promise<void>;
}

/** Who did what to which object. Stored in the transaction that did it. */
export interface AuditEntry {
  momentoMs: number;
  actor: string;
  accion: string;
  objeto: string;
  restauranteId: string | null;
  detalle: Record<string, unknown>;
}

export interface AuditStore {
  /** For an action of several transactions: add its entry before the first of them. */
  add(entry: AuditEntry): Promise<void>;
  /** Deletes at most `limit` entries from before `beforeMs`, the oldest first; resolves with how many. */
  prune(beforeMs: number, limit: number): Promise<number>;
  /**
   * Adds an entry, or counts one more of those that have happened `times` times before under this key; the entry then has the
   * newest moment, and `veces` in its details.
   */
  count(entry: AuditEntry, key: string, times: number): Promise<void>;
  /** Oldest first, from `position` on, without it. */
  since(position: AuditPosition, actor: string | null, limit: number): Promise<KeptAuditEntry[]>;
  /** Newest first; of one restaurant or of all. `before`: only entries older than this one. */
  list(restauranteId: string | null, limit: number, before?: number): Promise<KeptAuditEntry[]>;
}

export type KeptAuditEntry = AuditEntry & { id: number };
export type AuditPosition = Pick<KeptAuditEntry, 'id' | 'momentoMs'>;
