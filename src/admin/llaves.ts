import type { Alcance } from '../contract/alcances.ts';
import { TOKEN_RANDOM_BYTES, type TokenLabel } from '../contract/ids.ts';
import { type EstadoLlave, estadoLlave } from '../domain/llave.ts';
import type { Llave } from '../storage/port/accounts.ts';
import { auditEntry } from './audit.ts';
import type { AdminDeps } from './deps.ts';
import { sha256Hex } from './secrets.ts';

export const NOMBRE_CHARS_MAX = 100;
const PISTA_CHARS = 4;

export interface LlaveInput {
  restauranteId: string;
  nombre: string;
  etiqueta: TokenLabel;
  alcances: readonly Alcance[];
  expiraMs: number | null;
}

interface RotateInput {
  id: string;
  graceMs: number;
  /** When the new key ends; null is never, undefined when the old one was to. */
  expiraMs?: number | null | undefined;
}

/** `token` is shown once and exists nowhere else. */
type CreateOutcome =
  | { outcome: 'created'; llave: Llave; token: string }
  | { outcome: 'no_restaurant' | 'no_scopes' | 'expires_in_past' | 'too_many' };

type RevokeOutcome = { outcome: 'revoked' | 'already_revoked' | 'not_found' };

type RotateOutcome =
  | { outcome: 'rotated'; llave: Llave; token: string; anteriorExpiraMs: number }
  | { outcome: 'not_found' | 'expires_in_past' | 'too_many' }
  | { outcome: 'not_active'; estado: Exclude<EstadoLlave, 'activa'> }
  /** The old key ends before the grace does, so the caller must say when the new one is to end. */
  | { outcome: 'needs_expiry'; expiraMs: number };

/** Enough of the token to recognise it. */
export const tokenHint = ({ etiqueta, pista }: Llave): string => `svc_${etiqueta}_…${pista}`;

/** `activeMax` replaces `LLAVES_ACTIVAS_MAX`, the bound on a restaurant's active keys. */
export const makeLlaves = (
  { store, clock, randomBytes, mintId }: AdminDeps,
  activeMax?: number,
) => {
  const mint = (input: LlaveInput, creador: string, nowMs: number) => {
    const { restauranteId, nombre, etiqueta, alcances, expiraMs } = input;
    const token = `svc_${etiqueta}_${randomBytes(TOKEN_RANDOM_BYTES).toHex()}`;
    const llave: Llave = {
      id: mintId('llave', nowMs),
      restauranteId,
      nombre,
      etiqueta,
      expiraMs,
      alcances: [...new Set(alcances)],
      pista: token.slice(-PISTA_CHARS),
      creador,
      creadaMs: nowMs,
      revocadaMs: null,
      ultimoUsoMs: null,
    };
    return { llave, token, hash: sha256Hex(token) };
  };

  const create = async (input: LlaveInput, actor: string): Promise<CreateOutcome> => {
    const nowMs = clock.now();
    if (input.alcances.length === 0) return { outcome: 'no_scopes' };
    if (input.expiraMs !== null && input.expiraMs <= nowMs) return { outcome: 'expires_in_past' };
    const { llave, token, hash } = mint(input, actor, nowMs);
    const { nombre, etiqueta, alcances, expiraMs } = llave;
    const detalle = { nombre, etiqueta, alcances, expiraMs };
    const entry = auditEntry('llave.creada', llave, { actor, momentoMs: nowMs, detalle });
    const stored = await store.llaves.create(llave, hash, entry, activeMax);
    return stored === 'created' ? { outcome: 'created', llave, token } : { outcome: stored };
  };

  const revoke = async (id: string, actor: string): Promise<RevokeOutcome> => {
    const nowMs = clock.now();
    const llave = await store.llaves.get(id);
    if (llave === null) return { outcome: 'not_found' };
    const detalle = { nombre: llave.nombre };
    const entry = auditEntry('llave.revocada', llave, { actor, momentoMs: nowMs, detalle });
    const revoked = await store.llaves.revoke(id, nowMs, entry);
    return { outcome: revoked ? 'revoked' : 'already_revoked' };
  };

  const rotate = async (input: RotateInput, actor: string): Promise<RotateOutcome> => {
    const { id, graceMs, expiraMs } = input;
    const nowMs = clock.now();
    const old = await store.llaves.get(id);
    if (old === null) return { outcome: 'not_found' };
    const estado = estadoLlave(old, nowMs);
    if (estado !== 'activa') return { outcome: 'not_active', estado };
    const graceUntilMs = nowMs + graceMs;
    if (expiraMs === undefined && old.expiraMs !== null && old.expiraMs <= graceUntilMs) {
      // Most likely the old key was rotated before: a successor with the same end would die with it.
      return { outcome: 'needs_expiry', expiraMs: old.expiraMs };
    }
    // A new token must not outlive the old one's expiry unless the caller says so.
    const ends = expiraMs === undefined ? old.expiraMs : expiraMs;
    if (ends !== null && ends <= nowMs) return { outcome: 'expires_in_past' };

    const { llave, token, hash } = mint({ ...old, expiraMs: ends }, actor, nowMs);
    const anteriorExpiraMs = Math.min(graceUntilMs, old.expiraMs ?? graceUntilMs);
    const detalle = { sucesora: llave.id, anteriorExpiraMs, expiraMs: ends };
    const entry = auditEntry('llave.rotada', old, { actor, momentoMs: nowMs, detalle });
    const successor = { llave, hash };
    const outcome = await store.llaves.rotate(old, successor, graceUntilMs, entry, activeMax);
    if (outcome === 'changed') return rotate(input, actor);
    // Somebody revoked it after the check above.
    if (outcome === 'revoked') return { outcome: 'not_active', estado: 'revocada' };
    return outcome === 'rotated' ? { outcome, llave, token, anteriorExpiraMs } : { outcome };
  };

  return { create, revoke, rotate, list: store.llaves.list };
};
