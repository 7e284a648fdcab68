import { type BasicType, ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { ColumnType } from '../../contract/exportacion.ts';
import type { MakeFormat } from '../format.ts';
import { DistinctValues } from './distinct-values.ts';
import { writeChunk } from './parquet-column.ts';

/** Large enough to compress well, small enough to be held in memory. All files that are made at once share them. */
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
export const makeParquet: MakeFormat = (columns, { share }) => {
  let rowsMax = 0;
  let rows = 0;
  let group: DistinctValues[] = [];
  const newGroup = (): void => {
    rows = 0;
    const wanted = 2 ** Math.floor(Math.log2(GROUP_ROWS * share()));
    if (wanted === rowsMax) for (const values of group) values.clear();
    else group = columns.map(() => new DistinctValues(wanted));
    rowsMax = wanted;
  };
  newGroup();
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
    if (rows === 0) return;
    const start = writer.offset;
    const chunks = columns.map(({ type }, i) => {
      const [element, values] = [elements[i], group[i]];
      if (element === undefined || values === undefined) throw new Error(`no column ${i}`);
      return writeChunk(writer, element, type, values);
    });
    const total_byte_size = BigInt(writer.offset - start);
    file.row_groups.push({ columns: chunks, total_byte_size, num_rows: BigInt(rows) });
    file.num_rows += BigInt(rows);
    newGroup();
  };
  const isFull = (): boolean => {
    const held = group.reduce((sum, { byteCount }) => sum + byteCount, 0);
    return rows >= Math.min(rowsMax, GROUP_ROWS * share()) || held >= GROUP_BYTES * share();
  };

  return {
    add({ bytes, count, spans }) {
      for (let done = 0; done < count; ) {
        const upTo = Math.min(count, done + rowsMax - rows);
        for (const [i, values] of group.entries()) {
          for (let row = done; row < upTo; row += 1) {
            const at = 2 * (row * group.length + i);
            values.add(bytes, spans[at] as number, spans[at + 1] as number);
          }
        }
        rows += upTo - done;
        done = upTo;
        if (isFull()) writeGroup();
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
