import { hash } from 'node:crypto';

/** Where a page begins: `after` an id going down, or `before` it going back up. */
export interface Cursor {
  direction: 'after' | 'before';
  id: string;
}

/** What a cursor is bound to: it is worth nothing with another restaurant or other filters. */
export interface CursorScope {
  restauranteId: string;
  /** The filters in canonical form. */
  filters: string;
}

export type CursorVerdict =
  | { ok: true; cursor: Cursor }
  | { ok: false; reason: 'forged' | 'mismatch' };

const SEAL_CHARS = 16;
const SCOPE_CHARS = 12;
const DIRECTION_CODE = { after: 'a', before: 'b' } as const;

/**
 * An opaque position that only we can make: a seal, then a digest of what it is bound to, direction and
 * id. The seal covers all of it, so that a cursor that was tampered with anywhere is told from one that
 * is used in the wrong place.
 *
 * A page takes three seals, and an HMAC object costs 5 µs against 0.8 µs of a one-shot hash. SHA-256
 * behind a secret prefix is as good here: 96 bits of the digest are too few to extend it.
 */
export const makeCursorCodec = (key: Uint8Array) => {
  const secret = Buffer.from(key).toString('base64');
  const sealOf = (content: string): string =>
    hash('sha256', secret + content, 'base64url').slice(0, SEAL_CHARS);
  const digestOf = makeDigest();

  return {
    encode({ direction, id }: Cursor, scope: CursorScope): string {
      const content = digestOf(scope) + DIRECTION_CODE[direction] + id;
      return sealOf(content) + content;
    },

    decode(text: string, scope: CursorScope): CursorVerdict {
      const content = text.slice(SEAL_CHARS);
      if (!isSame(text.slice(0, SEAL_CHARS), sealOf(content))) return FORGED;
      if (!content.startsWith(digestOf(scope))) return { ok: false, reason: 'mismatch' };
      const direction = content[SCOPE_CHARS] === DIRECTION_CODE.after ? 'after' : 'before';
      return { ok: true, cursor: { direction, id: content.slice(SCOPE_CHARS + 1) } };
    },
  };
};

/** In a time that tells nothing of where two seals differ. */
const isSame = (given: string, expected: string): boolean => {
  let difference = given.length ^ expected.length;
  for (let at = 0; at < expected.length; at += 1) {
    difference |= given.charCodeAt(at) ^ expected.charCodeAt(at);
  }
  return difference === 0;
};

const DIGESTS_MAX = 10_000;

/**
 * No secret: the seal is what nobody else can make. The length keeps the two parts apart. A page reads
 * one cursor and writes two, all of the same scope, and so does the next one.
 */
const makeDigest = (): ((scope: CursorScope) => string) => {
  const known = new Map<string, Map<string, string>>();
  let count = 0;

  const make = ({ restauranteId, filters }: CursorScope): string => {
    const bound = `${restauranteId.length}:${restauranteId}${filters}`;
    const digest = hash('sha256', bound, 'base64url').slice(0, SCOPE_CHARS);
    if (count >= DIGESTS_MAX) {
      known.clear();
      count = 0;
    }
    known.getOrInsertComputed(restauranteId, () => new Map()).set(filters, digest);
    count += 1;
    return digest;
  };
  return (scope) => known.get(scope.restauranteId)?.get(scope.filters) ?? make(scope);
};

const FORGED: CursorVerdict = { ok: false, reason: 'forged' };

export type CursorCodec = ReturnType<typeof makeCursorCodec>;
