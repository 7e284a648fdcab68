import { randomFillSync } from 'node:crypto';

/** The only source of randomness: everything else takes a `RandomBytes` as an argument. */
export type RandomBytes = (size: number) => Uint8Array;

const POOL_BYTES = 4_096;

/** Secure random bytes, drawn from a pool so that minting an id costs no system call of its own. */
export const makeRandomBytes = (): RandomBytes => {
  let pool = Buffer.alloc(0);
  let offset = 0;
  return (size) => {
    if (offset + size > pool.length) {
      pool = randomFillSync(Buffer.allocUnsafe(Math.max(POOL_BYTES, size)));
      offset = 0;
    }
    offset += size;
    return pool.subarray(offset - size, offset);
  };
};

/** A number of at least 0 and less than 1, for jitter. */
export const makeRandom = (randomBytes: RandomBytes) => (): number =>
  Buffer.from(randomBytes(4)).readUInt32BE() / 2 ** 32;
