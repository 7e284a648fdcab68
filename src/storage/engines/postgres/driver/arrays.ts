// Arrays for `unnest`, in PostgreSQL's binary format: in the text format, every quote of a JSON body would have to be escaped.

const TEXT_OID = 25;
const BIGINT_OID = 20;

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const UTF8_BYTES_PER_UNIT_MAX = 3;
const NULL_LENGTH = -1;
const BIGINT_BYTES = 8;
const TWO_TO_32 = 2 ** 32;

/** The header of an array of one dimension that counts from 1; each element follows with its length before it. */
const writeHeader = (buffer: Buffer, oid: number, count: number, hasNulls: boolean): void => {
  buffer.writeInt32BE(1, 0);
  buffer.writeInt32BE(hasNulls ? 1 : 0, 4);
  buffer.writeInt32BE(oid, 8);
  buffer.writeInt32BE(count, 12);
  buffer.writeInt32BE(1, 16);
};

export const textArray = (values: readonly (string | Uint8Array | null)[]): Buffer => {
  let bytesMax = HEADER_BYTES;
  for (const value of values) {
    const bytesPerUnit = typeof value === 'string' ? UTF8_BYTES_PER_UNIT_MAX : 1;
    bytesMax += LENGTH_BYTES + (value?.length ?? 0) * bytesPerUnit;
  }
  const buffer = Buffer.allocUnsafe(bytesMax);
  let offset = HEADER_BYTES;
  let hasNulls = false;
  for (const value of values) {
    if (value === null) {
      hasNulls = true;
      buffer.writeInt32BE(NULL_LENGTH, offset);
      offset += LENGTH_BYTES;
    } else {
      const bytes = writeBytes(buffer, value, offset + LENGTH_BYTES);
      buffer.writeInt32BE(bytes, offset);
      offset += LENGTH_BYTES + bytes;
    }
  }
  writeHeader(buffer, TEXT_OID, values.length, hasNulls);
  return buffer.subarray(0, offset);
};

const writeBytes = (buffer: Buffer, value: string | Uint8Array, offset: number): number => {
  if (typeof value === 'string') return buffer.write(value, offset, 'utf8');
  buffer.set(value, offset);
  return value.length;
};

export const bigintArray = (values: readonly (number | null)[]): Buffer => {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + values.length * (LENGTH_BYTES + BIGINT_BYTES));
  let offset = HEADER_BYTES;
  for (const value of values) {
    offset = buffer.writeInt32BE(value === null ? NULL_LENGTH : BIGINT_BYTES, offset);
    if (value === null) continue;
    const high = Math.floor(value / TWO_TO_32);
    offset = buffer.writeInt32BE(high, offset);
    offset = buffer.writeUInt32BE(value - high * TWO_TO_32, offset);
  }
  writeHeader(buffer, BIGINT_OID, values.length, values.includes(null));
  return buffer.subarray(0, offset);
};
