import { sha256Hex } from '../../admin/secrets.ts';
import type { Clock } from '../../clock.ts';
import { TOKEN_PATTERN } from '../../contract/ids.ts';
import type { Llave, LlaveStore } from '../../storage/port.ts';
import { readBearer } from '../bearer.ts';

/** A key that was just read is believed this long: a revocation acts within a second. */
const CACHE_MS = 500;
const CACHED_KEYS_MAX = 10_000;
const TOUCH_MS = 60_000;

type AuthError = 'llave_ausente' | 'llave_invalida' | 'llave_revocada' | 'llave_expirada';

/** A key that is good, and whether its restaurant is active. */
export interface Caller {
  llave: Llave;
  activo: boolean;
}

interface Cached {
  readAtMs: number;
  found: Promise<Caller | null>;
}

/** Who is calling. Tokens are never kept: both the cache and the database know their digests only. */
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
  const touches = new Set<Promise<void>>();

  const find = (digest: string): Promise<Caller | null> => {
    const nowMs = clock.monotonic();
    const cached = cache.get(digest);
    if (cached !== undefined && nowMs - cached.readAtMs < CACHE_MS) return cached.found;
    if (cache.size >= CACHED_KEYS_MAX) cache.clear();
    const found = llaves.findByHash(digest);
    cache.set(digest, { readAtMs: nowMs, found });
    // Strangers' guesses must not push out the keys in use, nor a failure outlive its cause.
    const forget = () => cache.delete(digest);
    found.then((caller) => caller === null && forget(), forget);
    return found;
  };

  /** Notes the use at most once a minute, without making the answer wait for it. */
  const touch = (llave: Llave, nowMs: number): void => {
    if (llave.ultimoUsoMs !== null && nowMs - llave.ultimoUsoMs < TOUCH_MS) return;
    llave.ultimoUsoMs = nowMs;
    const touching = llaves
      .touch(llave.id, nowMs, nowMs - TOUCH_MS)
      .catch(onTouchFailed)
      .finally(() => touches.delete(touching));
    touches.add(touching);
  };

  return {
    async authenticate(authorization: string | undefined): Promise<Caller | AuthError> {
      const token = readBearer(authorization);
      if (token === null) return 'llave_ausente';
      const caller = TOKEN_PATTERN.test(token) ? await find(sha256Hex(token)) : null;
      if (caller === null) return 'llave_invalida';
      const { llave } = caller;
      const nowMs = clock.now();
      if (llave.revocadaMs !== null) return 'llave_revocada';
      if (llave.expiraMs !== null && llave.expiraMs <= nowMs) return 'llave_expirada';
      touch(llave, nowMs);
      return caller;
    },
    /** Resolves when every use has been noted. */
    idle: async (): Promise<void> => {
      await Promise.all(touches);
    },
  };
};

export type Auth = ReturnType<typeof makeAuth>;
