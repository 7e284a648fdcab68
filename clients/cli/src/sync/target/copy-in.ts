import pg from 'pg';
import type { Row, Table, Value } from '../schema/table.ts';

/** About how many characters are sent at a time: the server works on one piece while the next is made. */
const PIECE_CHARS = 64 * 1_024;

/** `COPY … FROM STDIN`: half the cost of multi-row inserts. */
export class CopyIn extends pg.Query {
  readonly #pieces: Iterable<string>;

  static run(client: pg.Client, sql: string, pieces: Iterable<string>): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | null): void => (error ? reject(error) : resolve());
      client.query(new CopyIn(sql, pieces, done));
    });
  }

  private constructor(sql: string, pieces: Iterable<string>, done: (error: Error | null) => void) {
    // The type declares a query's text only; the class also takes a callback.
    super({ text: sql, callback: done } as pg.QueryConfig);
    this.#pieces = pieces;
  }

  /** Called by `pg` once the server is ready for the rows. */
  handleCopyInResponse(connection: {
    sendCopyFromChunk(chunk: Buffer): void;
    endCopyFrom(): void;
  }): void {
    for (const piece of this.#pieces) connection.sendCopyFromChunk(Buffer.from(piece));
    connection.endCopyFrom();
  }
}

/** The text format of COPY: a line a row, tabs between values. */
export function* encodeRows({ columns }: Table, rows: readonly Row[]): Generator<string> {
  const isJson = columns.map(({ type }) => type === 'json');
  let text = '';
  for (const row of rows) {
    for (let i = 0; i < row.length; i += 1) {
      if (i > 0) text += '\t';
      text += encode(row[i] ?? null, isJson[i] === true);
    }
    text += '\n';
    if (text.length >= PIECE_CHARS) {
      yield text;
      text = '';
    }
  }
  yield text;
}

const encode = (value: Value, isJson: boolean): string => {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escapeText(value);
  return isJson ? escapeText(JSON.stringify(value)) : String(value);
};

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const escapeText = (text: string): string =>
  SPECIAL.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (each) => ESCAPES[each] ?? each) : text;
