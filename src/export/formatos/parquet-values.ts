import type { ColumnType } from '../../contract/exportacion.ts';
import type { DistinctValues } from './distinct-values.ts';

/** Distinct values in Parquet's plain encoding. */
export interface PlainValues {
  readonly bytes: Uint8Array;
  /** Where each begins, and where the last one ends. */
  readonly starts: Int32Array;
  readonly min: Statistic;
  readonly max: Statistic;
}

type Statistic = Uint8Array | number | bigint | boolean | undefined;

const [QUOTE, BACKSLASH] = [0x22, 0x5c] as const;

export const toPlain = (distinct: DistinctValues, type: ColumnType): PlainValues =>
  type === 'text' || type === 'json' ? plainTexts(distinct) : plainNumbers(distinct, type);

// Each loop is a function of its own: V8 optimises it while it runs (on-stack replacement), before it has seen the code behind it.

const plainTexts = (distinct: DistinctValues): PlainValues => {
  const { count, byteCount } = distinct;
  const starts = new Int32Array(count + 1);
  // Without its quotation marks and escapes, no text is longer than in JSON.
  const room = Buffer.allocUnsafe(byteCount + LENGTH_BYTES * count);
  const bytes = room.subarray(0, copyTexts(distinct, room, starts));
  const [min, max] = boundsOf(bytes, starts);
  const textAt = (value: number): Uint8Array | undefined => {
    const text = bytes.subarray((starts[value] ?? 0) + LENGTH_BYTES, starts[value + 1]);
    // A copy: the file keeps its statistics to the end, and a view would keep the whole column with them.
    return count === 0 || text.length > STATISTIC_BYTES_MAX ? undefined : Uint8Array.from(text);
  };
  return { bytes, starts, min: textAt(min), max: textAt(max) };
};
const LENGTH_BYTES = 4;
const STATISTIC_BYTES_MAX = 256;

/** Writes each text with its length before it. Returns where the last one ends. */
const copyTexts = (distinct: DistinctValues, target: Buffer, starts: Int32Array): number => {
  let at = 0;
  for (let value = 0; value < distinct.count; value += 1) {
    const length = copyText(distinct, value, target, at + LENGTH_BYTES);
    target.writeUInt32LE(length, at);
    at += LENGTH_BYTES + length;
    starts[value + 1] = at;
  }
  return at;
};

/** The least and the greatest value. */
const boundsOf = (bytes: Uint8Array, starts: Int32Array): [number, number] => {
  let [least, greatest] = [0, 0];
  for (let value = 1; value < starts.length - 1; value += 1) {
    if (isLess(bytes, starts, value, least)) least = value;
    else if (isLess(bytes, starts, greatest, value)) greatest = value;
  }
  return [least, greatest];
};

/** Writes the bytes of a text, or of a list as JSON, into `target`. Returns their number. */
const copyText = (distinct: DistinctValues, value: number, target: Buffer, at: number): number => {
  const { bytes } = distinct;
  const [start, end] = [distinct.startOf(value), distinct.endOf(value)];
  if (bytes[start] !== QUOTE) return bytes.copy(target, at, start, end);
  for (let from = start + 1, to = at; from < end - 1; from += 1, to += 1) {
    const byte = bytes[from] as number;
    if (byte === BACKSLASH) {
      return target.write(JSON.parse(bytes.toString('utf8', start, end)) as string, at);
    }
    target[to] = byte;
  }
  return end - start - 2;
};

/** Compares texts by bytes, as Parquet does. */
const isLess = (bytes: Uint8Array, starts: Int32Array, one: number, other: number): boolean => {
  let a = (starts[one] as number) + LENGTH_BYTES;
  let b = (starts[other] as number) + LENGTH_BYTES;
  const [aEnd, bEnd] = [starts[one + 1] as number, starts[other + 1] as number];
  for (; a < aEnd && b < bEnd; a += 1, b += 1) {
    if (bytes[a] !== bytes[b]) return (bytes[a] as number) < (bytes[b] as number);
  }
  return aEnd - a < bEnd - b;
};

type NumberType = Exclude<ColumnType, 'text' | 'json'>;

const BYTES_OF = { integer: 4, cents: 8, number: 8, timestamp: 8, boolean: 1 } as const;

const plainNumbers = (distinct: DistinctValues, type: NumberType): PlainValues => {
  const width = BYTES_OF[type];
  const bytes = new Uint8Array(width * distinct.count);
  const view = new DataView(bytes.buffer);
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let value = 0; value < distinct.count; value += 1) {
    const text = distinct.bytes.toString('latin1', distinct.startOf(value), distinct.endOf(value));
    const number = numberOf(text, type);
    if (number < min) min = number;
    if (number > max) max = number;
    const at = value * width;
    if (type === 'integer') view.setInt32(at, number, true);
    else if (type === 'number') view.setFloat64(at, number, true);
    else if (type === 'boolean') view.setUint8(at, number);
    else view.setBigInt64(at, BigInt(number), true);
  }
  const statistic = (number: number): Statistic => {
    if (distinct.count === 0) return undefined;
    if (type === 'boolean') return number === 1;
    return type === 'cents' || type === 'timestamp' ? BigInt(number) : number;
  };
  const starts = Int32Array.from({ length: distinct.count + 1 }, (_, i) => i * width);
  return { bytes, starts, min: statistic(min), max: statistic(max) };
};

const numberOf = (json: string, type: NumberType): number => {
  if (type === 'timestamp') return Date.parse(json.slice(1, -1));
  return type === 'boolean' ? Number(json === 'true') : Number(json);
};
