import { Failure } from '@comanda/command-line';

/** A row of a table as it is written, its line break included. */
export interface Row {
  text: string;
  /** The order that it belongs to; null for the line with the names of the columns. */
  orderId: string | null;
}

/** Throws on bytes that are not UTF-8: no replacement character gets into a file. */
async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
}

/** Every row ends with a line break: a rest without one was cut off, even if the answer claims to be complete. */
const BROKEN_OFF = 'the service ended its answer within a row';

/** `pedidos` has one row an order and its id in `id`; the others name the order in `pedido_id`. */
const idColumn = (tabla: string): string => (tabla === 'pedidos' ? 'id' : 'pedido_id');

export const readRows = (
  chunks: AsyncIterable<Uint8Array>,
  { tabla, formato }: { tabla: string; formato: 'ndjson' | 'csv' },
): AsyncGenerator<Row> => (formato === 'csv' ? readCsv : readNdjson)(decode(chunks), tabla);

async function* readNdjson(texts: AsyncIterable<string>, tabla: string): AsyncGenerator<Row> {
  // No value can contain this: JSON escapes a quotation mark inside a string.
  const mark = `"${idColumn(tabla)}":"`;
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const at = line.indexOf(mark);
      const start = at + mark.length;
      const orderId = at < 0 ? '' : line.slice(start, line.indexOf('"', start));
      yield { text: `${line}\n`, orderId: checkId(orderId) };
    }
  }
  if (rest !== '') throw new Error(BROKEN_OFF);
}

async function* readCsv(texts: AsyncIterable<string>, tabla: string): AsyncGenerator<Row> {
  let column: number | null = null;
  for await (const text of csvRecords(texts)) {
    if (column === null) {
      column = csvFields(text).indexOf(idColumn(tabla));
      yield { text, orderId: null };
    } else {
      yield { text, orderId: checkId(csvFields(text, column + 1)[column] ?? '') };
    }
  }
}

const checkId = (id: string): string => {
  if (id.startsWith('ped_')) return id;
  throw new Failure('the service sent a row without the id of its order');
};

/** Whole records: a line break inside of quotation marks does not end one. */
async function* csvRecords(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  let scanned = 0;
  let isQuoted = false;
  for await (const text of texts) {
    rest += text;
    let start = 0;
    for (let i = scanned; i < rest.length; i += 1) {
      const char = rest.charCodeAt(i);
      if (char === QUOTE) isQuoted = !isQuoted;
      else if (char === LINE_FEED && !isQuoted) {
        yield rest.slice(start, i + 1);
        start = i + 1;
      }
    }
    rest = rest.slice(start);
    scanned = rest.length;
  }
  if (rest !== '') throw new Error(BROKEN_OFF);
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** The first fields of a record, without their quotation marks. */
const csvFields = (record: string, count = Number.POSITIVE_INFINITY): string[] => {
  const fields: string[] = [];
  let [field, isQuoted] = ['', false];
  for (const char of record.replace(/\r?\n$/, '')) {
    if (char === '"') isQuoted = !isQuoted;
    else if (char === ',' && !isQuoted) {
      if (fields.push(field) >= count) return fields;
      field = '';
    } else field += char;
  }
  fields.push(field);
  return fields;
};
