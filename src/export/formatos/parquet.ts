import { type BasicType, ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { ColumnType } from '../../contract/exportacion.ts';
import type { MakeFormat } from '../format.ts';
import { DistinctValues } from './distinct-values.ts';
import { writeChunk } from './parquet-column.ts';

/** Large enough to compress well, small enough to be held in memory. */
const GROUP_ROWS = 16_384;
const GROUP_BYTES = 32 * 1_024 * 1_024;

const TYPES: Record<ColumnType, BasicType> = {
  text: 'STRING',
  integer: 'INT32',
  cents: 'INT64',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  timestamp: 'TIMESTAMP',
  json: 'JSON',
};

/** Without this logical type, DuckDB takes a timestamp for a local time in no zone. */
const INSTANT = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } as const;

/** Typed columns in row groups, with dictionaries where they help, compressed with zstd. */
export const makeParquet: MakeFormat = (columns) => {
  const group = columns.map(() => new DistinctValues(GROUP_ROWS));
  const [first] = group;
  if (first === undefined) throw new Error('a table has columns');
  const writer = new PieceWriter();
  const [, ...plain] = schemaFromColumnData({
    columnData: columns.map(({ name, type }) => ({ name, type: TYPES[type], data: [] })),
  });
  const elements = plain.map((element, i) =>
    columns[i]?.type === 'timestamp' ? { ...element, logical_type: INSTANT } : element,
  );
  const schema = [{ name: 'root', num_children: elements.length }, ...elements];
  const file = new ParquetWriter({ writer, schema, codec: 'ZSTD' });

  const writeGroup = (): void => {
    if (first.rows === 0) return;
    const start = writer.offset;
    const rows = BigInt(first.rows);
    const chunks = columns.map(({ type }, i) => {
      const [element, values] = [elements[i], group[i]];
      if (element === undefined || values === undefined) throw new Error(`no column ${i}`);
      const chunk = writeChunk(writer, element, type, values);
      values.clear();
      return chunk;
    });
    const bytes = BigInt(writer.offset - start);
    file.row_groups.push({ columns: chunks, total_byte_size: bytes, num_rows: rows });
    file.num_rows += rows;
  };

  return {
    add({ bytes, count, spans }) {
      for (let done = 0; done < count; ) {
        const upTo = Math.min(count, done + GROUP_ROWS - first.rows);
        for (const [i, values] of group.entries()) {
          for (let row = done; row < upTo; row += 1) {
            const at = 2 * (row * group.length + i);
            values.add(bytes, spans[at] as number, spans[at + 1] as number);
          }
        }
        done = upTo;
        const held = group.reduce((sum, { byteCount }) => sum + byteCount, 0);
        if (first.rows === GROUP_ROWS || held >= GROUP_BYTES) writeGroup();
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

/** `take` removes what was written so far; `offset` goes on counting from the start of the file. */
class PieceWriter extends ByteWriter {
  take(): Uint8Array {
    const piece = this.getBytes().slice();
    this.index = 0;
    return piece;
  }
}
