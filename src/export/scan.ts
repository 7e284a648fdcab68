import type { Column, Tabla } from '../contract/exportacion.ts';

/** Rows of a table as positions in the JSON that they come from: nothing is copied or turned into an object. */
export interface Rows {
  readonly bytes: Buffer;
  readonly count: number;
  /** Where each value begins and ends, row by row and column by column. A null begins where it ends. */
  readonly spans: Int32Array;
}

/** The path of the list whose elements are the rows of a table; empty if each order is a row. */
const PARTS: Record<Tabla, readonly string[]> = {
  pedidos: [],
  items: ['items'],
  iva: ['totales', 'iva_desglose'],
  pagos: ['pago', 'pagos'],
};

/** A field of an object that leads to columns. Other fields are skipped. */
interface Field {
  /** The field as it stands before its value: `"id":`. */
  readonly key: Buffer;
  /** The field as it stands behind a list: `],"id":`. */
  readonly afterList: Buffer;
  /** The index of its column, or -1. */
  column: number;
  /** The fields of its value: of an object, or of each object of the list whose elements are the rows. */
  readonly fields: Field[];
  isRows: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const NEWLINE = 0x0a;
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d] as const;
const START_OF_NULL = 0x6e;

/**
 * Finds the cells of a table in stored orders, one a line. They are JSON without white space, validated on the
 * way in; finding the positions of values costs a quarter of parsing them into objects.
 */
export const makeScan = (tabla: Tabla, columns: readonly Column[]): ((lines: Buffer) => Rows) => {
  const width = 2 * columns.length;
  const order = fieldsOf(tabla, columns);
  const isWhole = PARTS[tabla].length === 0;
  /** The columns of the order, which each of its rows repeats. */
  const shared = columns.flatMap(({ of }, i) => (of === 'pedido' ? [i] : []));
  const own = new Int32Array(width);
  let bytes: Buffer = Buffer.alloc(0);
  let spans = new Int32Array(128 * width);
  let count = 0;

  const addRow = (): number => {
    if ((count + 1) * width > spans.length) {
      const larger = new Int32Array(2 * spans.length);
      larger.set(spans);
      spans = larger;
    }
    spans.fill(0, count * width, (count + 1) * width);
    count += 1;
    return (count - 1) * width;
  };

  /** Reads an object from its brace on and writes its cells from `base` on. Returns the position after it. */
  const readObject = (
    fields: readonly Field[],
    start: number,
    cells: Int32Array,
    base: number,
  ): number => {
    let at = expect(bytes, start, OPEN_OBJECT);
    if (bytes[at] === CLOSE_OBJECT) return at + 1;
    for (let next = 0; ; ) {
      const found = findField(bytes, at, fields, next);
      if (found < 0) at = skipField(bytes, at, fields[next]);
      else {
        const field = fields[found] as Field;
        at = readField(field, at + field.key.length, cells, base);
        next = found + 1;
      }
      if (bytes[at] !== COMMA) return expect(bytes, at, CLOSE_OBJECT);
      at += 1;
    }
  };

  const readField = (field: Field, start: number, cells: Int32Array, base: number): number => {
    if (field.isRows) return readRows(field.fields, start);
    if (field.column < 0 && bytes[start] === OPEN_OBJECT) {
      return readObject(field.fields, start, cells, base);
    }
    const end = skipValue(bytes, start);
    if (field.column >= 0 && bytes[start] !== START_OF_NULL) {
      cells[base + 2 * field.column] = start;
      cells[base + 2 * field.column + 1] = end;
    }
    return end;
  };

  const readRows = (fields: readonly Field[], start: number): number => {
    let at = expect(bytes, start, OPEN_LIST);
    if (bytes[at] === CLOSE_LIST) return at + 1;
    while (true) {
      const base = addRow();
      at = readObject(fields, at, spans, base);
      if (bytes[at] !== COMMA) return expect(bytes, at, CLOSE_LIST);
      at += 1;
    }
  };

  const readOrder = (start: number): number => {
    own.fill(0);
    const before = count;
    const end = readObject(order, start, own, 0);
    if (isWhole) {
      // Before `spans` is read: `addRow` may replace the array.
      const base = addRow();
      spans.set(own, base);
    } else {
      for (let base = before * width; base < count * width; base += width) {
        for (const column of shared) {
          spans[base + 2 * column] = own[2 * column] as number;
          spans[base + 2 * column + 1] = own[2 * column + 1] as number;
        }
      }
    }
    return expect(bytes, end, NEWLINE);
  };

  return (lines) => {
    bytes = lines;
    count = 0;
    for (let at = 0; at < bytes.length; ) at = readOrder(at);
    return { bytes, count, spans };
  };
};

/** The columns as a tree of fields. */
const fieldsOf = (tabla: Tabla, columns: readonly Column[]): Field[] => {
  const order: Field[] = [];
  const fieldAt = (path: readonly string[]): Field => {
    let [fields, field]: [Field[], Field | undefined] = [order, undefined];
    for (const name of path) {
      const key = Buffer.from(`${JSON.stringify(name)}:`);
      field = fields.find((each) => each.key.equals(key));
      if (field === undefined) {
        const afterList = Buffer.concat([Buffer.from('],'), key]);
        field = { key, afterList, column: -1, fields: [], isRows: false };
        fields.push(field);
      }
      fields = field.fields;
    }
    if (field === undefined) throw new Error('a column has no path');
    return field;
  };
  const parts = PARTS[tabla];
  for (const [i, { of, path }] of columns.entries()) {
    fieldAt(of === 'pedido' ? path : [...parts, ...path]).column = i;
  }
  if (parts.length > 0) fieldAt(parts).isRows = true;
  return order;
};

/** The index of the field that begins here, or -1. Fields mostly come in the order of the columns: `next` is tried first. */
const findField = (bytes: Buffer, at: number, fields: readonly Field[], next: number): number => {
  for (let tried = 0; tried < fields.length; tried += 1) {
    const i = (next + tried) % fields.length;
    if (startsWith(bytes, at, (fields[i] as Field).key)) return i;
  }
  return -1;
};

const startsWith = (bytes: Buffer, at: number, key: Buffer): boolean => {
  // The first byte is a quotation mark in both.
  for (let i = 1; i < key.length; i += 1) if (bytes[at + i] !== key[i]) return false;
  return true;
};

/**
 * Skips a field that leads to no column. It finds the end of a long list by searching for the field that comes next: in
 * a text inside of the list, the quotation marks of its key would be escaped.
 */
const skipField = (bytes: Buffer, at: number, next: Field | undefined): number => {
  const start = skipText(bytes, at) + 1;
  if (bytes[start] === OPEN_LIST && next !== undefined) {
    const end = bytes.indexOf(next.afterList, start);
    if (end > 0 && end < bytes.indexOf(NEWLINE, start)) return end + 1;
  }
  return skipValue(bytes, start);
};

/** Returns the position after a value. */
const skipValue = (bytes: Buffer, start: number): number => {
  const first = bytes[start];
  if (first === QUOTE) return skipText(bytes, start);
  let at = start;
  if (first !== OPEN_OBJECT && first !== OPEN_LIST) {
    while (at < bytes.length && !isEnd(bytes[at] as number)) at += 1;
    if (at === start) throw broken(start);
    return at;
  }
  for (let depth = 0; at < bytes.length; ) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = skipText(bytes, at);
    else {
      at += 1;
      if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1;
      if (depth === 0) return at;
    }
  }
  throw broken(start);
};

const isEnd = (byte: number): boolean =>
  byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST || byte === NEWLINE;

const skipText = (bytes: Buffer, start: number): number => {
  if (bytes[start] !== QUOTE) throw broken(start);
  for (let at = start + 1; ; ) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === undefined) throw broken(start);
    at += byte === BACKSLASH ? 2 : 1;
  }
};

const expect = (bytes: Buffer, at: number, byte: number): number => {
  if (bytes[at] !== byte) throw broken(at);
  return at + 1;
};

const broken = (at: number): SyntaxError =>
  new SyntaxError(`a stored order is not the JSON that it should be, at byte ${at} of its slice`);

/** Keeps the rows whose `momento` lies between two moments. Their cells move up within the array of the scan. */
export const makeSelect = (
  columns: readonly Column[],
  { desde, hasta }: { desde: number | null; hasta: number | null },
): ((rows: Rows) => Rows) => {
  const width = 2 * columns.length;
  const column = 2 * columns.findIndex(({ name }) => name === 'momento');
  const from = desde ?? Number.NEGATIVE_INFINITY;
  const until = hasta ?? Number.POSITIVE_INFINITY;
  return ({ bytes, count, spans }) => {
    let kept = 0;
    for (let row = 0; row < count; row += 1) {
      const base = row * width;
      const [start = 0, end = 0] = [spans[base + column], spans[base + column + 1]];
      // Without its quotation marks.
      const ms = Date.parse(bytes.toString('latin1', start + 1, end - 1));
      if (ms < from || ms >= until) continue;
      spans.copyWithin(kept * width, base, base + width);
      kept += 1;
    }
    return { bytes, count: kept, spans };
  };
};
