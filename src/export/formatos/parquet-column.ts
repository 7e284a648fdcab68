import { zstdCompressSync } from 'node:zlib';
import type { ColumnChunk, Encoding, SchemaElement } from 'hyparquet';
import { ByteWriter, type Writer } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import type { ColumnType } from '../../contract/exportacion.ts';
import type { DistinctValues } from './distinct-values.ts';
import { type PlainValues, toPlain } from './parquet-values.ts';

/**
 * Writes the values of a column as one chunk: with a dictionary where that halves it, compressed with zstd. The
 * library's own `writeColumn` needs a value for each row and costs four times as much.
 */
export const writeChunk = (
  writer: Writer,
  { name, type: physical }: SchemaElement,
  type: ColumnType,
  distinct: DistinctValues,
): ColumnChunk => {
  if (physical === undefined) throw new Error(`column ${name} has no type`);
  const start = writer.offset;
  let unpacked = 0;
  const writePage = (values: Uint8Array, levels: Uint8Array, header: PageKind): void => {
    const packed = zstdCompressSync(values);
    const headerStart = writer.offset;
    writePageHeader(writer, {
      ...header,
      uncompressed_page_size: levels.length + values.length,
      compressed_page_size: levels.length + packed.length,
    });
    unpacked += writer.offset - headerStart + levels.length + values.length;
    writer.appendBytes(levels);
    writer.appendBytes(packed);
  };

  const plain = toPlain(distinct, type);
  const given = withoutNulls(distinct);
  const encoding = chooseEncoding(plain, given, type);
  const isDictionary = encoding === 'RLE_DICTIONARY';
  if (isDictionary) {
    writePage(plain.bytes, NO_LEVELS, {
      type: 'DICTIONARY_PAGE',
      dictionary_page_header: { num_values: distinct.count, encoding: 'PLAIN' },
    });
  }
  const dataStart = writer.offset;
  const levels = definitionLevels(distinct);
  writePage(ENCODERS[encoding](plain, given), levels, {
    type: 'DATA_PAGE_V2',
    data_page_header_v2: {
      num_values: distinct.rows,
      num_nulls: distinct.nulls,
      num_rows: distinct.rows,
      encoding,
      repetition_levels_byte_length: 0,
      definition_levels_byte_length: levels.length,
      is_compressed: true,
    },
  });
  return {
    file_offset: BigInt(start),
    meta_data: {
      type: physical,
      encodings: isDictionary ? ['PLAIN', encoding] : [encoding],
      path_in_schema: [name],
      codec: 'ZSTD',
      num_values: BigInt(distinct.rows),
      total_uncompressed_size: BigInt(unpacked),
      total_compressed_size: BigInt(writer.offset - start),
      data_page_offset: BigInt(dataStart),
      ...(isDictionary && { dictionary_page_offset: BigInt(start) }),
      statistics: {
        null_count: BigInt(distinct.nulls),
        ...(plain.min !== undefined && { min_value: plain.min }),
        ...(plain.max !== undefined && { max_value: plain.max }),
      },
    },
  };
};

type PageKind = Omit<
  Parameters<typeof writePageHeader>[1],
  'uncompressed_page_size' | 'compressed_page_size'
>;
type PageEncoding = Extract<Encoding, 'PLAIN' | 'RLE' | 'RLE_DICTIONARY'>;

const NO_LEVELS = new Uint8Array(0);

const chooseEncoding = (
  { bytes, starts }: PlainValues,
  given: Int32Array,
  type: ColumnType,
): PageEncoding => {
  if (type === 'boolean') return 'RLE';
  if (2 * (starts.length - 1) >= given.length) return 'PLAIN';
  const indexBytes = (given.length * bitWidthOf(starts.length - 1)) / 8;
  const isHalf = 2 * (bytes.length + indexBytes) <= plainBytesOf(starts, given);
  return isHalf ? 'RLE_DICTIONARY' : 'PLAIN';
};

const plainBytesOf = (starts: Int32Array, given: Int32Array): number => {
  let sum = 0;
  for (const index of given) sum += (starts[index + 1] as number) - (starts[index] as number);
  return sum;
};

/** The bytes of a page; `given` are the numbers of the values that are not null. */
const ENCODERS: Record<PageEncoding, (plain: PlainValues, given: Int32Array) => Uint8Array> = {
  PLAIN({ bytes, starts }, given) {
    // No value repeats, so the values in the order of the rows are the page.
    if (given.length === starts.length - 1) return bytes;
    const page = new ByteWriter();
    for (const index of given) page.appendBytes(bytes.subarray(starts[index], starts[index + 1]));
    return page.getBytes();
  },
  RLE({ bytes }, given) {
    const page = new ByteWriter();
    const values = given.map((index) => bytes[index] as number);
    const packed = new ByteWriter();
    writeRleBitPackedHybrid(packed, values, 1);
    page.appendUint32(packed.offset);
    page.appendBytes(packed.getBytes());
    return page.getBytes();
  },
  RLE_DICTIONARY({ starts }, given) {
    const page = new ByteWriter();
    const width = bitWidthOf(starts.length - 1);
    page.appendUint8(width);
    writeRleBitPackedHybrid(page, given, width);
    return page.getBytes();
  },
};

/** Bits that it takes to number so many values. */
const bitWidthOf = (values: number): number => Math.ceil(Math.log2(Math.max(values, 1)));

/** A plain loop: a callback for each value would take longer than all the rest. */
const withoutNulls = ({ indexes, rows, nulls }: DistinctValues): Int32Array => {
  if (nulls === 0) return indexes.subarray(0, rows);
  const given = new Int32Array(rows - nulls);
  for (let row = 0, at = 0; row < rows; row += 1) {
    const index = indexes[row] as number;
    if (index < 0) continue;
    given[at] = index;
    at += 1;
  }
  return given;
};

/** Tells the rows that have a value from nulls. */
const definitionLevels = ({ indexes, rows, nulls }: DistinctValues): Uint8Array => {
  const writer = new ByteWriter();
  if (nulls === 0) {
    // One run of so many ones.
    writer.appendVarInt(rows << 1);
    writer.appendUint8(1);
    return writer.getBytes();
  }
  const levels = new Uint8Array(rows);
  for (let row = 0; row < rows; row += 1) if ((indexes[row] as number) >= 0) levels[row] = 1;
  writeRleBitPackedHybrid(writer, levels, 1);
  return writer.getBytes();
};
