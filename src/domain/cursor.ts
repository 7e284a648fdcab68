import { createHmac, timingSafeEqual } from 'node:crypto';

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

const MAC_BYTES = 12;
const DIRECTION_CODE = { after: 'a', before: 'b' } as const;

/**
 * An opaque position that only we can make: base64url of a seal, a tag, direction and id. The tag
 * covers the position and what it is bound to, the seal all that is written, so that a cursor that was
 * tampered with anywhere is told from one that is used in the wrong place.
 */
export const makeCursorCodec = (key: Uint8Array) => {
  const mac = (...parts: string[]): Buffer => {
    const hmac = createHmac('sha256', key);
    for (const part of parts) hmac.update(`${part.length}:${part}`);
    return hmac.digest().subarray(0, MAC_BYTES);
  };
  const tagOf = (position: string, { restauranteId, filters }: CursorScope): Buffer =>
    mac('scope', position, restauranteId, filters);
  const sealOf = (position: string, tag: Buffer): Buffer =>
    mac('seal', position, tag.toString('hex'));

  return {
    encode({ direction, id }: Cursor, scope: CursorScope): string {
      const position = DIRECTION_CODE[direction] + id;
      const tag = tagOf(position, scope);
      const parts = [sealOf(position, tag), tag, Buffer.from(position)];
      return Buffer.concat(parts).toString('base64url');
    },

    decode(text: string, scope: CursorScope): CursorVerdict {
      const bytes = Buffer.from(text, 'base64url');
      // Re-encoding tells a text apart that merely decodes to the same bytes.
      if (bytes.length <= 2 * MAC_BYTES + 1 || bytes.toString('base64url') !== text) return FORGED;
      const tag = bytes.subarray(MAC_BYTES, 2 * MAC_BYTES);
      const position = bytes.subarray(2 * MAC_BYTES).toString('utf8');
      if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), sealOf(position, tag))) return FORGED;
      if (!timingSafeEqual(tag, tagOf(position, scope))) return { ok: false, reason: 'mismatch' };
      const direction = position.startsWith(DIRECTION_CODE.after) ? 'after' : 'before';
      return { ok: true, cursor: { direction, id: position.slice(1) } };
    },
  };
};

const FORGED: CursorVerdict = { ok: false, reason: 'forged' };

export type CursorCodec = ReturnType<typeof makeCursorCodec>;
