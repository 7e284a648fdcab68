import { sha256Hex } from '../../admin/secrets.ts';
import type { Clock } from '../../clock.ts';
import { TOKEN_PATTERN } from '../../contract/ids.ts';
import type { Llave, LlaveStore } from '../../storage/port/accounts.ts';
import { readBearer } from '../wire/bearer.ts';
import { makeUses } from './uses.ts';

/** A key that was just read is believed this long: a revocation acts within a second. */
const BELIEVED_MS = 500;
/** And this long, where the database tells that no key has changed meanwhile. */
const BELIEVED_UNCHANGED_MS = 60_000;
const CACHED_KEYS_MAX = 10_000;

export type AuthError = 'llave_ausente' | 'llave_invalida' | 'llave_revocada' | 'llave_expirada';

/** A key that is good, and whether its restaurant is active. */
export interface Caller {
  llave: Llave;
  activo: boolean;
  /** Where its requests are counted. */
  bucket: string;
}

interface Cached {
  readAtMs: number;
  version: number | undefined;
  caller: Caller;
}

/**
 * Who is calling. The database knows digests only; a token itself is held for as long as its key is
 * believed: hashing it again for every request would cost more than all other checks together.
 */
export const makeAuth = ({
  llaves,
  clock,
  onTouchFailed,
}: {
  llaves: Pick<LlaveStore, 'findByHash' | 'touch' | 'version'>;
  clock: Clock;
  onTouchFailed(error: unknown): void;
}) => {
  const cache = new Map<string, Cached>();
  /** Questions under way: requests of the same key that come together ask once. */
  const asked = new Map<string, Promise<Caller | null>>();
  const uses = makeUses(llaves, onTouchFailed);

  const ask = async (token: string): Promise<Caller | null> => {
    const readAtMs = clock.monotonic();
    const version = llaves.version();
    try {
      const standing = await llaves.findByHash(sha256Hex(token));
      // Strangers' guesses are not kept: they must not push out the keys in use.
      if (standing === null) return null;
      if (cache.size >= CACHED_KEYS_MAX) forgetStale(readAtMs);
      const { llave, activo } = standing;
      const caller = { llave, activo, bucket: `llave:${llave.id}` };
      cache.set(token, { readAtMs, version, caller });
      return caller;
    } finally {
      asked.delete(token);
    }
  };

  const forgetStale = (nowMs: number): void => {
    for (const [token, cached] of cache) if (!isBelieved(cached, nowMs)) cache.delete(token);
    if (cache.size >= CACHED_KEYS_MAX) cache.clear();
  };

  const isBelieved = ({ readAtMs, version }: Cached, nowMs: number): boolean => {
    const isUnchanged = version !== undefined && version === llaves.version();
    return nowMs - readAtMs < (isUnchanged ? BELIEVED_UNCHANGED_MS : BELIEVED_MS);
  };

  const find = (token: string): Caller | null | Promise<Caller | null> => {
    const cached = cache.get(token);
    if (cached !== undefined) {
      if (isBelieved(cached, clock.monotonic())) return cached.caller;
      cache.delete(token);
    }
    if (!TOKEN_PATTERN.test(token)) return null;
    return asked.getOrInsertComputed(token, () => ask(token));
  };

  const judge = (caller: Caller | null): Caller | AuthError => {
    if (caller === null) return 'llave_invalida';
    const { llave } = caller;
    const nowMs = clock.now();
    if (llave.revocadaMs !== null) return 'llave_revocada';
    if (llave.expiraMs !== null && llave.expiraMs <= nowMs) return 'llave_expirada';
    uses.note(llave, nowMs);
    return caller;
  };

  return {
    /** At once for a key that is believed, as nearly all are. */
    authenticate(
      authorization: string | undefined,
    ): Caller | AuthError | Promise<Caller | AuthError> {
      const token = readBearer(authorization);
      if (token === null) return 'llave_ausente';
      const found = find(token);
      return found instanceof Promise ? found.then(judge) : judge(found);
    },
    /** Resolves when every use has been noted. */
    idle: uses.flush,
  };
};

export type Auth = ReturnType<typeof makeAuth>;
