import { ByteSink } from '../byte-sink.ts';

/** After this many distinct values, a column shows whether its values repeat. */
const SAMPLE_VALUES = 1_024;

/**
 * The values of a column in a group of rows, as they stand in the JSON. Each distinct value is stored once (interned).
 * Once most of them differ, further values are appended without a look-up, because no dictionary is made of them.
 */
export class DistinctValues {
  /** For each row the number of its value, by first appearance; -1 for null. */
  readonly indexes: Int32Array;
  rows = 0;
  nulls = 0;
  count = 0;
  readonly #values = new ByteSink();
  readonly #ends: Int32Array;
  readonly #hashes: Int32Array;
  /** A hash table with open addressing, at most half full; 0: free, else the number of a value plus one. */
  readonly #slots: Int32Array;

  constructor(rowsMax: number) {
    this.indexes = new Int32Array(rowsMax);
    this.#ends = new Int32Array(rowsMax + 1);
    this.#hashes = new Int32Array(rowsMax);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * rowsMax)));
  }

  /** The bytes of all distinct values, one after the other. */
  get bytes(): Buffer {
    return this.#values.bytes;
  }

  get byteCount(): number {
    return this.#values.at;
  }

  startOf(value: number): number {
    return this.#ends[value] as number;
  }

  endOf(value: number): number {
    return this.#ends[value + 1] as number;
  }

  add(bytes: Buffer, start: number, end: number): void {
    const row = this.rows;
    this.rows += 1;
    if (start === end) {
      this.nulls += 1;
      this.indexes[row] = -1;
      return;
    }
    const isVaried = this.count > SAMPLE_VALUES && 2 * this.count > row - this.nulls;
    this.indexes[row] = isVaried
      ? this.#append(bytes, start, end)
      : this.#intern(bytes, start, end, row > 0 ? (this.indexes[row - 1] as number) : -1);
  }

  clear(): void {
    this.rows = 0;
    this.nulls = 0;
    this.count = 0;
    this.#values.at = 0;
    this.#slots.fill(0);
  }

  /** The value of the row before is tried first. */
  #intern(bytes: Buffer, start: number, end: number, before: number): number {
    if (before >= 0 && this.#equals(before, bytes, start, end)) return before;
    const hash = hashOf(bytes, start, end);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (
      let taken = this.#slots[slot] as number;
      taken !== 0;
      taken = this.#slots[slot] as number
    ) {
      if (this.#hashes[taken - 1] === hash && this.#equals(taken - 1, bytes, start, end)) {
        return taken - 1;
      }
      slot = (slot + 1) & mask;
    }
    const value = this.#append(bytes, start, end);
    this.#slots[slot] = value + 1;
    this.#hashes[value] = hash;
    return value;
  }

  #append(bytes: Buffer, start: number, end: number): number {
    const value = this.count;
    this.count += 1;
    this.#values.copy(bytes, start, end);
    this.#ends[value + 1] = this.#values.at;
    return value;
  }

  #equals(value: number, bytes: Buffer, start: number, end: number): boolean {
    const [from, own] = [this.startOf(value), this.#values.bytes];
    if (this.endOf(value) - from !== end - start) return false;
    // From the end, where identifiers and times differ.
    for (let i = end - start - 1; i >= 0; i -= 1)
      if (own[from + i] !== bytes[start + i]) return false;
    return true;
  }
}

/** FNV-1a. */
const hashOf = (bytes: Buffer, start: number, end: number): number => {
  let hash = 0x811c9dc5 | 0;
  for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  return hash;
};
