import { zstdCompressSync } from 'node:zlib';
import { type BasicType, ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { ColumnType } from '../../contract/exportacion.ts';
import { type MakeFormat, NOTHING } from '../format.ts';
import type { Value } from '../table.ts';

/** Large enough to compress well, small enough to be held in memory. */
const GROUP_ROWS = 10_000;

const TYPES: Record<ColumnType, BasicType> = {
  text: 'STRING',
  integer: 'INT32',
  cents: 'INT64',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  timestamp: 'TIMESTAMP',
  json: 'JSON',
};

/** Typed columns in row groups, with dictionaries where they help, compressed with zstd. */
export const makeParquet: MakeFormat = (columns) => {
  const values: unknown[][] = columns.map(() => []);
  const toColumns = () =>
    columns.map(({ name, type }, i) => {
      return { name, type: TYPES[type], nullable: true, data: values[i] ?? [] };
    });
  const writer = new PieceWriter();
  const file = new ParquetWriter({
    writer,
    schema: schemaFromColumnData({ columnData: toColumns() }),
    codec: 'ZSTD',
    compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
  });
  const writeGroup = (): void => {
    if (values[0]?.length === 0) return;
    void file.write({ columnData: toColumns(), rowGroupSize: GROUP_ROWS });
    for (const column of values) column.length = 0;
  };
  return {
    add(rows) {
      for (const row of rows) {
        for (const [i, { type }] of columns.entries()) {
          values[i]?.push(convert(row[i] ?? null, type));
        }
        if (values[0]?.length === GROUP_ROWS) writeGroup();
      }
      return writer.take();
    },
    end() {
      writeGroup();
      void file.finish();
      return writer.take();
    },
  };
};

const convert = (value: Value, type: ColumnType): unknown => {
  if (value === null) return null;
  if (type === 'cents') return BigInt(value as number);
  return type === 'timestamp' ? BigInt(Date.parse(value as string)) : value;
};

/** Gives away what was written so far; `offset` goes on counting from the start of the file. */
class PieceWriter extends ByteWriter {
  take(): Uint8Array {
    if (this.index === 0) return NOTHING;
    const piece = this.getBytes().slice();
    this.index = 0;
    return piece;
  }
}
