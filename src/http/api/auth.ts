import { LRUCache } from 'lru-cache';
import { sha256Hex } from '../../admin/secrets.ts';
import { TOKEN_PATTERN } from '../../contract/ids.ts';
import { estadoLlave } from '../../domain/llave.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Llave, LlaveStore } from '../../storage/port/accounts.ts';
import type { KeyPrincipal, Principals } from '../principal.ts';
import { readBearer } from '../server/request.ts';

/** How long a cached key is good while the version of the keys stays the same; without a version it is read each time. */
const CACHED_MS = 60_000;
const CACHED_KEYS_MAX = 10_000;

type AuthError = 'llave_ausente' | 'llave_invalida' | 'llave_revocada' | 'llave_expirada';

/** A known key, and whether its restaurant is active. */
export interface Caller {
  principal: KeyPrincipal;
  activo: boolean;
}

/** Why there is no caller; `llave`: the key that was revoked or has expired and is still tried. */
export interface Refused {
  codigo: AuthError;
  llave: Llave | null;
}

interface Cached {
  readAtMs: number;
  version: number | undefined;
  caller: Caller;
}

/**
 * Finds out who is calling. The database knows digests only; memory holds the token itself for as long
 * as its key is cached, because hashing it for every request would cost more than all other checks.
 */
export const makeAuth = (
  llaves: Pick<LlaveStore, 'findByHash' | 'version'>,
  principals: Pick<Principals, 'ofKey'>,
  clock: Clock,
) => {
  const cache = new LRUCache<string, Cached>({ max: CACHED_KEYS_MAX });
  /** Lookups under way: requests with the same key that come together share one. */
  const lookups = new Map<string, Promise<Caller | null>>();

  const lookUp = async (token: string): Promise<Caller | null> => {
    const readAtMs = clock.monotonic();
    const version = llaves.version();
    try {
      const found = await llaves.findByHash(sha256Hex(token));
      // Guessed tokens are not cached: they would push out the keys in use.
      if (found === null) return null;
      const caller = { principal: principals.ofKey(found.llave), activo: found.activo };
      cache.set(token, { readAtMs, version, caller });
      return caller;
    } finally {
      lookups.delete(token);
    }
  };

  const isGood = ({ readAtMs, version }: Cached): boolean =>
    version !== undefined &&
    version === llaves.version() &&
    clock.monotonic() - readAtMs < CACHED_MS;

  const find = (token: string): Caller | null | Promise<Caller | null> => {
    const cached = cache.get(token);
    if (cached !== undefined && isGood(cached)) return cached.caller;
    if (!TOKEN_PATTERN.test(token)) return null;
    return lookups.getOrInsertComputed(token, () => lookUp(token));
  };

  return {
    async authenticate(authorization: string | undefined): Promise<Caller | Refused> {
      const token = readBearer(authorization);
      if (token === null) return { codigo: 'llave_ausente', llave: null };
      const caller = await find(token);
      if (caller === null) return { codigo: 'llave_invalida', llave: null };
      const { llave } = caller.principal;
      const estado = estadoLlave(llave, clock.now());
      return estado === 'activa' ? caller : { codigo: `llave_${estado}`, llave };
    },
  };
};

export type Auth = ReturnType<typeof makeAuth>;
