/** A body as it is read: text in PostgreSQL, bytes in SQLite. */
export type StoredBody = string & Uint8Array;

/** A flag as it is read: a boolean in PostgreSQL, 0 or 1 in SQLite. */
export type StoredFlag = boolean | number;

export const toBytes = (stored: string | Uint8Array): Uint8Array =>
  typeof stored === 'string' ? Buffer.from(stored) : stored;

/** A list is the parameter of `= ANY ($1::text[])`. Rows are passed as JSON, to `json_to_recordset`. */
export type Value = string | number | boolean | Uint8Array | null | readonly (string | number)[];

/** `rows` is answered with rows, `run` with the number of rows written; nobody waits for the answer to `send`. */
interface Statement {
  kind: 'rows' | 'run' | 'send';
  sql: string;
  values: readonly Value[];
}

/** A query of one restaurant ($1) that finds rows by a key `k`: the columns of the key. */
export interface KeyedQuery {
  key: Readonly<Record<string, 'text' | 'bigint'>>;
  sql: string;
}

type Cells = readonly (string | number | Uint8Array | null)[];

/** Asks a query for each of some keys: PostgreSQL in one statement. SQLite would unpack a list more slowly than ask again. */
export interface Lookup {
  kind: 'lookup';
  query: KeyedQuery;
  restauranteId: string;
  keys: readonly Cells[];
}

/** A table with rows of many restaurants, and how `insert` fills it. */
export interface Target {
  table: string;
  /** The columns after `restaurante_id`. `utf8` and `bytes` are given as bytes: SQLite keeps the first as text, the second as a blob. */
  columns: Readonly<Record<string, 'text' | 'utf8' | 'bytes' | 'bigint'>>;
  /** Names a row that is there already `t`. */
  onConflict?: string;
}

/** Rows of one restaurant, whose log has been locked. Nobody waits for the answer. */
export interface Insert {
  kind: 'insert';
  into: Target;
  restauranteId: string;
  rows: readonly Cells[];
}

export type Request = Statement | Lookup | Insert;

interface Together {
  kind: 'together';
  requests: readonly Request[];
}

/**
 * A transaction that both engines can carry out: it yields its requests and is resumed with their answers.
 * SQLite answers at once, because its transactions must not wait; PostgreSQL answers when the server has.
 * The SQL is PostgreSQL's; SQLite's driver translates what it spells differently.
 */
export type Work<T> = Generator<Request | Together, T, unknown>;
/** Work of requests that are answered one by one. */
export type Step<T> = Generator<Request, T, unknown>;

export function* rows<T extends object>(sql: string, ...values: Value[]): Step<T[]> {
  return (yield { kind: 'rows', sql, values }) as T[];
}

export function* run(sql: string, ...values: Value[]): Step<number> {
  return (yield { kind: 'run', sql, values }) as number;
}

export function* send(sql: string, ...values: Value[]): Step<void> {
  yield { kind: 'send', sql, values };
}

export function* lookup<T extends object>(
  query: KeyedQuery,
  restauranteId: string,
  keys: readonly Cells[],
): Step<T[]> {
  return keys.length === 0 ? [] : ((yield { kind: 'lookup', query, restauranteId, keys }) as T[]);
}

export function* insert(into: Target, restauranteId: string, given: readonly Cells[]): Step<void> {
  if (given.length > 0) yield { kind: 'insert', into, restauranteId, rows: given };
}

// biome-ignore lint/correctness/useYield: it has nothing to ask for.
export function* none(): Step<never[]> {
  return [];
}

/** Carries out works of at most one request each in one round trip. */
export function* together<T extends readonly unknown[]>(
  ...works: { [K in keyof T]: Step<T[K]> }
): Work<T> {
  const begun = works.map((work) => work.next());
  const requests = begun.flatMap(({ done, value }) => (done ? [] : [value as Request]));
  const answers = (requests.length === 0 ? [] : yield { kind: 'together', requests }) as unknown[];
  const results = begun.map(({ done, value }, i) =>
    done ? value : works[i]?.next(answers.shift()).value,
  );
  return results as unknown as T;
}

export interface TransactOptions {
  /** False: the commit does not wait for the disk, and a power cut or a crash of a database server may lose it. */
  fsync?: boolean;
}

/** The interface of an engine that stores written once for both engines use. */
export interface Database {
  all<T extends object>(sql: string, ...values: Value[]): Promise<T[]>;
  transact<T>(work: () => Work<T>, options?: TransactOptions): Promise<T>;
  /** The last statements of a transaction that changes keys or accounts: they drop what is cached of them. */
  noteChange(): Iterable<Request>;
}
