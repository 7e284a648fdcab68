import { Buffer } from 'node:buffer';

const NEWLINE = 0x0a;
const CARRY_BYTES_MIN = 4_096;

/** A line longer than the limit: its bytes were dropped as they came. */
export const TOO_LONG = Symbol('too long');
export type Line = Buffer | typeof TOO_LONG;

/**
 * Splits byte chunks into lines, without their newline. Bytes are only decoded once a line is whole, so that
 * a character split between two chunks is no special case. The rest of a chunk is copied into one growing
 * buffer: a client that sends byte by byte costs no more than its line.
 */
export const makeLineSplitter = (lineBytesMax: number) => {
  let chunk: Buffer = Buffer.alloc(0);
  let offset = 0;
  let carry = Buffer.alloc(0);
  let carried = 0;
  let overflowed = false;

  const keep = (from: number, to: number): void => {
    const bytes = carried + to - from;
    if (overflowed || bytes > lineBytesMax) {
      overflowed = true;
      return;
    }
    if (bytes > carry.length) {
      const larger = Buffer.allocUnsafe(Math.max(CARRY_BYTES_MIN, bytes * 2));
      carry.copy(larger, 0, 0, carried);
      carry = larger;
    }
    chunk.copy(carry, carried, from, to);
    carried = bytes;
  };

  const takeCarry = (): Line => {
    const line = overflowed ? TOO_LONG : carry.subarray(0, carried);
    carried = 0;
    overflowed = false;
    return line;
  };

  return {
    feed(bytes: Uint8Array): void {
      chunk = Buffer.isBuffer(bytes)
        ? bytes
        : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      offset = 0;
    },

    /** The next whole line, or null when the chunk has no more. It is valid until the next call. */
    next(): Line | null {
      const start = offset;
      const end = chunk.indexOf(NEWLINE, start);
      if (end < 0) {
        keep(start, chunk.length);
        offset = chunk.length;
        return null;
      }
      offset = end + 1;
      if (carried > 0 || overflowed) {
        keep(start, end);
        return takeCarry();
      }
      return end - start > lineBytesMax ? TOO_LONG : chunk.subarray(start, end);
    },

    /** The last line, when the bytes ended without a newline. */
    end(): Line | null {
      return carried > 0 || overflowed ? takeCarry() : null;
    },
  };
};

const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

const isBlank = (byte: number | undefined): boolean =>
  byte === SPACE || byte === CR || byte === TAB;

/** Removes CR and blanks around a line, and a byte order mark before the first. */
export const trimLine = (line: Buffer, isFirst: boolean): Buffer => {
  let start = isFirst && line.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
  let end = line.length;
  while (end > start && isBlank(line[end - 1])) end -= 1;
  while (start < end && isBlank(line[start])) start += 1;
  return start === 0 && end === line.length ? line : line.subarray(start, end);
};
