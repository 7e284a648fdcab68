import type { AuditEntry } from '../accounts.ts';

export interface Passkey {
  /** The id of the credential, in base64url. */
  id: string;
  usuarioId: string;
  /** The domain that it belongs to: browsers offer it nowhere else. */
  dominio: string;
  clavePublica: Uint8Array;
  contador: number;
  /** How the browser reaches it, as JSON. */
  transportes: string;
  nombre: string;
  creadaMs: number;
  usadaMs: number | null;
}

/** A user's second factors. */
interface Factores {
  /** The sealed secret of the codes that an app shows; null without one. */
  totp: Uint8Array | null;
  passkeys: Passkey[];
  /** Recovery codes that are left. */
  codigos: number;
}

/** A question that a browser has to answer soon. */
export interface Reto {
  /** SHA-256 of the token that the browser has. */
  hash: string;
  usuarioId: string;
  clase: 'entrada' | 'passkey' | 'totp';
  datos: string;
  expiraMs: number;
}

export const PASSKEYS_MAX = 20;

export interface FactorStore {
  of(usuarioId: string): Promise<Factores>;
  /** `codigos`: hashes of new recovery codes, which replace all earlier ones; null leaves them. */
  addPasskey(
    passkey: Passkey,
    codigos: readonly string[] | null,
    audit: AuditEntry,
  ): Promise<'added' | 'known' | 'too_many'>;
  setTotp(
    usuarioId: string,
    sealed: Uint8Array,
    codigos: readonly string[] | null,
    audit: AuditEntry,
  ): Promise<void>;
  setCodes(usuarioId: string, codigos: readonly string[], audit: AuditEntry): Promise<void>;
  /** False when there is none of that id. With the last factor, the recovery codes go. */
  removePasskey(usuarioId: string, id: string, audit: AuditEntry): Promise<boolean>;
  removeTotp(usuarioId: string, audit: AuditEntry): Promise<boolean>;
  /** Removes every factor and ends every session; false when there was no factor. */
  clear(usuarioId: string, audit: AuditEntry): Promise<boolean>;
  usePasskey(id: string, contador: number, atMs: number): Promise<void>;
  /** False when the code of this time step, or of a later one, was used before. */
  useTotp(usuarioId: string, step: number): Promise<boolean>;
  /** Uses up a recovery code. */
  useCode(usuarioId: string, hash: string, audit: AuditEntry): Promise<boolean>;
  /** Takes the place of the user's earlier one of that kind. */
  ask(reto: Reto, nowMs: number): Promise<void>;
  findReto(hash: string, nowMs: number): Promise<Reto | null>;
  /** False when another answer came first. */
  takeReto(hash: string): Promise<boolean>;
  /** The sealed secrets of all users. */
  sealed(): Promise<{ usuarioId: string; totp: Uint8Array }[]>;
  /** Replaces a sealed secret by the same one, sealed anew. */
  reseal(usuarioId: string, before: Uint8Array, after: Uint8Array): Promise<boolean>;
}
