import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** Where a page begins: `after` an id, downwards, or `before` it, back upwards. */
export interface Cursor {
  direction: 'after' | 'before';
  id: string;
}

/** The query that a cursor is bound to: it is worthless with another restaurant or other filters. */
interface CursorScope {
  restauranteId: string;
  /** The filters in canonical form. */
  filters: string;
}

type CursorVerdict = { ok: true; cursor: Cursor } | { ok: false; reason: 'forged' | 'mismatch' };

const SEAL_CHARS = 16;
const SCOPE_CHARS = 12;
const DIRECTION_CODE = { after: 'a', before: 'b' } as const;

/**
 * An opaque position that only we can make: an HMAC, then a digest of the scope, direction and id. The HMAC covers all
 * of it, so that `decode` tells a forged cursor from one that is used with the wrong query.
 */
export const makeCursorCodecs = (key: Uint8Array) => {
  const sealOf = (content: string): string =>
    createHmac('sha256', key).update(content).digest('base64url').slice(0, SEAL_CHARS);

  return (scope: CursorScope) => {
    const digest = digestOf(scope);
    return {
      encode({ direction, id }: Cursor): string {
        const content = digest + DIRECTION_CODE[direction] + id;
        return sealOf(content) + content;
      },

      decode(text: string): CursorVerdict {
        const content = text.slice(SEAL_CHARS);
        if (!isSame(text.slice(0, SEAL_CHARS), sealOf(content))) return FORGED;
        if (!content.startsWith(digest)) return { ok: false, reason: 'mismatch' };
        const direction = content[SCOPE_CHARS] === DIRECTION_CODE.after ? 'after' : 'before';
        return { ok: true, cursor: { direction, id: content.slice(SCOPE_CHARS + 1) } };
      },
    };
  };
};

const isSame = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** The length prefix keeps the two parts apart. */
const digestOf = ({ restauranteId, filters }: CursorScope): string => {
  const scope = `${restauranteId.length}:${restauranteId}${filters}`;
  return hash('sha256', scope, 'base64url').slice(0, SCOPE_CHARS);
};

const FORGED: CursorVerdict = { ok: false, reason: 'forged' };

export type CursorCodecs = ReturnType<typeof makeCursorCodecs>;
export type CursorCodec = ReturnType<CursorCodecs>;
