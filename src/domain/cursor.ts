import { createHmac, hash, timingSafeEqual } from 'node:crypto';

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

const SEAL_BYTES = 12;
const SCOPE_CHARS = 12;
const DIRECTION_CODE = { after: 'a', before: 'b' } as const;

/**
 * An opaque position that only we can make: base64url of a seal, a digest of what it is bound to,
 * direction and id. The seal covers all of it, so that a cursor that was tampered with anywhere is
 * told from one that is used in the wrong place.
 */
export const makeCursorCodec = (key: Uint8Array) => {
  const sealOf = (content: string): Buffer =>
    createHmac('sha256', key).update(content).digest().subarray(0, SEAL_BYTES);

  return {
    encode({ direction, id }: Cursor, scope: CursorScope): string {
      const content = digestOf(scope) + DIRECTION_CODE[direction] + id;
      return Buffer.concat([sealOf(content), Buffer.from(content)]).toString('base64url');
    },

    decode(text: string, scope: CursorScope): CursorVerdict {
      const bytes = Buffer.from(text, 'base64url');
      // Re-encoding tells a text apart that merely decodes to the same bytes.
      if (bytes.length <= SEAL_BYTES || bytes.toString('base64url') !== text) return FORGED;
      const content = bytes.subarray(SEAL_BYTES).toString('utf8');
      if (!timingSafeEqual(bytes.subarray(0, SEAL_BYTES), sealOf(content))) return FORGED;
      if (!content.startsWith(digestOf(scope))) return { ok: false, reason: 'mismatch' };
      const direction = content[SCOPE_CHARS] === DIRECTION_CODE.after ? 'after' : 'before';
      return { ok: true, cursor: { direction, id: content.slice(SCOPE_CHARS + 1) } };
    },
  };
};

/** No secret: the seal is what nobody else can make. The length keeps the two parts apart. */
const digestOf = ({ restauranteId, filters }: CursorScope): string =>
  hash('sha256', `${restauranteId.length}:${restauranteId}${filters}`, 'base64url').slice(
    0,
    SCOPE_CHARS,
  );

const FORGED: CursorVerdict = { ok: false, reason: 'forged' };

export type CursorCodec = ReturnType<typeof makeCursorCodec>;
