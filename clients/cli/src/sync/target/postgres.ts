import { sleep } from '@comanda/client/internal';
import { codeOf } from '@comanda/command-line';
import pg from 'pg';
import type { Row, Table } from '../schema/table.ts';
import { quoteName } from '../schema/table.ts';
import { CopyIn, encodeRows } from './copy-in.ts';
import {
  alreadyRunning,
  type Dialect,
  inTransaction,
  type OpenOptions,
  type Target,
  TargetFailure,
  type Transaction,
} from './target.ts';

const CONNECT_MS_MAX = 10_000;
const KEEP_ALIVE_MS = 10_000;
const SERVER_KEEP_ALIVE_S = 10;
/** How long a sync waits for the lock: the server takes a moment to notice that the one before it was killed. */
const LOCK_MS_MAX = 5_000;
const LOCK_PAUSE_MS = 250;
/** Tells our advisory locks from those of other programs; the other half is the schema. */
const LOCK_CLASS = 0x636f6d61;

const DIALECT: Dialect = {
  types: {
    text: 'text',
    integer: 'integer',
    cents: 'bigint',
    number: 'double precision',
    boolean: 'boolean',
    timestamp: 'timestamptz',
    date: 'date',
    json: 'json',
  },
  keyType: 'text COLLATE "C"',
  hasKeys: true,
  read: (column) => `${quoteName(column)}::text`,
  names: 'SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()',
};

/** Leaves values as text: `canonical` interprets them, in one place for all targets. */
const AS_TEXT = {
  getTypeParser: () => (value: string) => value,
} as unknown as pg.CustomTypesConfig;

export const openPostgres = async (url: string, { readOnly }: OpenOptions): Promise<Target> => {
  const name = withoutPassword(url);
  const client = new pg.Client({
    connectionString: withSslModeNamed(url),
    application_name: 'comanda sync',
    types: AS_TEXT,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  // A connection that breaks between statements reports it here, and an unheard `error` would end the process.
  // The next statement fails in any case.
  client.on('error', () => undefined);
  const attempt = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw describe(name, error);
    });

  const rows: Transaction['rows'] = async (text, values = []) =>
    (await attempt(client.query({ text, values: [...values], rowMode: 'array' }))).rows;
  const run: Transaction['run'] = async (text, values = []) => {
    await attempt(client.query(text, [...values]));
  };
  const insert = async (table: Table, added: readonly Row[]): Promise<void> => {
    if (added.length === 0) return;
    const names = table.columns.map(({ name: column }) => quoteName(column)).join();
    const sql = `COPY ${quoteName(table.name)} (${names}) FROM STDIN`;
    await attempt(CopyIn.run(client, sql, encodeRows(table, added)));
  };

  try {
    await attempt(client.connect());
    await run(`SET TimeZone = 'UTC'`);
    await run(`SET DateStyle = 'ISO, YMD'`);
    // Shows all digits of coordinates, whatever the database or the role sets: rows are read as text to be compared.
    await run('SET extra_float_digits = 3');
    // By default a server takes two hours to notice that a client's network is gone, and keeps its lock until then.
    await run(`SET tcp_keepalives_idle = ${SERVER_KEEP_ALIVE_S}`);
    await run(`SET tcp_keepalives_interval = ${SERVER_KEEP_ALIVE_S}`);
    if (!readOnly) await takeLock(rows, name);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }

  return {
    name,
    dialect: DIALECT,
    transaction(work) {
      const begin = readOnly ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN';
      return inTransaction({ run, rows, insert }, begin, work);
    },
    close: () => client.end().catch(() => undefined),
  };
};

const takeLock = async (rows: Transaction['rows'], name: string): Promise<void> => {
  const lock = `SELECT pg_try_advisory_lock(${LOCK_CLASS}, hashtext(current_schema()))::text`;
  for (let waitedMs = 0; ; waitedMs += LOCK_PAUSE_MS) {
    const [[isOurs] = []] = await rows(lock);
    if (isOurs === 'true') return;
    // PostgreSQL accepts a schema that does not exist: there is then no current schema to lock.
    if (isOurs === null) throw new TargetFailure(`${name}: ${MEANINGS['3F000']}`);
    // Passing: after its connection broke, a sync may find the lock held by its own old session.
    if (waitedMs >= LOCK_MS_MAX) throw alreadyRunning(name, { isPassing: true });
    await sleep(LOCK_PAUSE_MS);
  }
};

/** `pg` treats these modes as verify-full, and warns of each in nine lines on standard error. */
const withSslModeNamed = (url: string): string =>
  url.includes('uselibpqcompat=true')
    ? url
    : url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');

const withoutPassword = (url: string): string => {
  if (!URL.canParse(url)) return 'the PostgreSQL database';
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
};

const MEANINGS: Readonly<Record<string, string>> = {
  '53100': 'its disk is full',
  '25006': 'it is read-only',
  '42501': 'the role lacks the permission',
  '28P01': 'user or password is wrong',
  '28000':
    'the server refuses this user, or a connection without encryption; sslmode=verify-full encrypts',
  '3D000': 'there is no such database',
  '3F000': 'there is no such schema',
};
/** Starting, stopping, failing over, too many connections, a deadlock with somebody else's statement. */
const PASSING = ['08', '57P01', '57P02', '57P03', '53300', '40001', '40P01', '55P03'];
const SQLSTATE = /^[0-9A-Z]{5}$/;

const describe = (name: string, error: unknown): Error => {
  if (!(error instanceof Error)) return new TargetFailure(`${name}: ${error}`);
  const code = codeOf(error);
  const isAnswer = SQLSTATE.test(code);
  // An error without an SQLSTATE is a connection that broke or was never made.
  const isPassing = !isAnswer || PASSING.some((each) => code.startsWith(each));
  // The server's message is the only sign that a quota is used up.
  const isFull = error.message.startsWith('could not extend file');
  const meaning = MEANINGS[isFull ? '53100' : code];
  const why = meaning === undefined ? error.message || code : `${meaning} (${error.message})`;
  return new TargetFailure(`${name}: ${why}`, { isPassing, cause: error });
};
