import { type IdKind, PREFIX } from '../contract/ids.ts';

/** Crockford's alphabet in lower case: in ASCII order, so that text order is number order. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ZERO = ALPHABET.charAt(0);
const TIME_CHARS = 10;
const RANDOM_CHARS = 16;

export const encodeBase32 = (value: number, chars: number): string => {
  let text = '';
  let rest = value;
  for (let i = 0; i < chars; i += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
};

export const decodeBase32 = (text: string): number | null => {
  let value = 0;
  for (const char of text) {
    const digit = ALPHABET.indexOf(char);
    if (digit < 0) return null;
    value = value * 32 + digit;
  }
  return value;
};

export const randomBase32 = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += ALPHABET.charAt(byte & 31);
  return text;
};

/** Mints an id of a kind whose text order follows `timeMs`. */
export type MintId = (kind: IdKind, timeMs: number) => string;

/** Ids for the same millisecond count upwards from a random start, so that a batch keeps its order. */
export const makeMintId = (randomBytes: (size: number) => Uint8Array): MintId => {
  const last = new Map<IdKind, { ms: number; time: string; random: string }>();
  return (kind, timeMs) => {
    const ms = Math.max(0, Math.floor(timeMs));
    const previous = last.get(kind);
    if (previous?.ms === ms) {
      previous.random = increment(previous.random);
      return PREFIX[kind] + previous.time + previous.random;
    }
    const time = encodeBase32(ms, TIME_CHARS);
    const random = randomBase32(randomBytes(RANDOM_CHARS));
    last.set(kind, { ms, time, random });
    return PREFIX[kind] + time + random;
  };
};

/** The next text of the same length. It may wrap around, in theory: with 80 random bits it never does. */
const increment = (text: string): string => {
  for (let i = text.length - 1; i >= 0; i -= 1) {
    const digit = ALPHABET.indexOf(text.charAt(i));
    if (digit < 31) {
      return text.slice(0, i) + ALPHABET.charAt(digit + 1) + ZERO.repeat(text.length - 1 - i);
    }
  }
  return ZERO.repeat(text.length);
};
