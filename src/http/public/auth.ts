import { sha256Hex } from '../../admin/secrets.ts';
import type { Clock } from '../../clock.ts';
import { TOKEN_PATTERN } from '../../contract/ids.ts';
import type { Llave, LlaveStore } from '../../storage/port.ts';
import { readBearer } from '../bearer.ts';
import { makeUses } from './uses.ts';

/** A key that was just read is believed this long: a revocation acts within a second. */
const CACHE_MS = 500;
const CACHED_KEYS_MAX = 10_000;

type AuthError = 'llave_ausente' | 'llave_invalida' | 'llave_revocada' | 'llave_expirada';

/** A key that is good, and whether its restaurant is active. */
export interface Caller {
  llave: Llave;
  activo: boolean;
}

interface Cached {
  readAtMs: number;
  caller: Caller;
}

/**
 * Who is calling. The database knows digests only; a token itself is held for the half second for
 * which its key is believed, as long as the sockets hold it anyway: hashing it again for every
 * request would cost more than all other checks together.
 */
export const makeAuth = ({
  llaves,
  clock,
  onTouchFailed,
}: {
  llaves: Pick<LlaveStore, 'findByHash' | 'touch'>;
  clock: Clock;
  onTouchFailed(error: unknown): void;
}) => {
  const cache = new Map<string, Cached>();
  /** Questions under way: requests of the same key that come together ask once. */
  const asked = new Map<string, Promise<Caller | null>>();
  const uses = makeUses(llaves, onTouchFailed);

  const ask = async (token: string): Promise<Caller | null> => {
    const readAtMs = clock.monotonic();
    try {
      const caller = await llaves.findByHash(sha256Hex(token));
      // Strangers' guesses are not kept: they must not push out the keys in use.
      if (caller !== null) {
        if (cache.size >= CACHED_KEYS_MAX) forgetStale(readAtMs);
        cache.set(token, { readAtMs, caller });
      }
      return caller;
    } finally {
      asked.delete(token);
    }
  };

  const forgetStale = (nowMs: number): void => {
    for (const [token, { readAtMs }] of cache) {
      if (nowMs - readAtMs >= CACHE_MS) cache.delete(token);
    }
    if (cache.size >= CACHED_KEYS_MAX) cache.clear();
  };

  const find = (token: string): Caller | null | Promise<Caller | null> => {
    const cached = cache.get(token);
    if (cached !== undefined) {
      if (clock.monotonic() - cached.readAtMs < CACHE_MS) return cached.caller;
      cache.delete(token);
    }
    if (!TOKEN_PATTERN.test(token)) return null;
    return asked.getOrInsertComputed(token, () => ask(token));
  };

  return {
    async authenticate(authorization: string | undefined): Promise<Caller | AuthError> {
      const token = readBearer(authorization);
      if (token === null) return 'llave_ausente';
      const caller = await find(token);
      if (caller === null) return 'llave_invalida';
      const { llave } = caller;
      const nowMs = clock.now();
      if (llave.revocadaMs !== null) return 'llave_revocada';
      if (llave.expiraMs !== null && llave.expiraMs <= nowMs) return 'llave_expirada';
      uses.note(llave, nowMs);
      return caller;
    },
    /** Resolves when every use has been noted. */
    idle: uses.flush,
  };
};

export type Auth = ReturnType<typeof makeAuth>;
