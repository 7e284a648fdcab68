import pg from 'pg';
import { codeOf } from '../../../../platform/error-codes.ts';
import {
  StorageBusyError,
  StorageReadOnlyError,
  StorageUncertainError,
  StorageUnusableError,
} from '../../../port/errors.ts';

const sqlState = (error: unknown): string | null =>
  error instanceof pg.DatabaseError ? (error.code ?? null) : null;

const READ_ONLY_STATE = '25006';
const DISK_FULL_STATE = '53100';

/**
 * `pg` reports these as plain errors without a code. Node reports "Client network socket disconnected" without the system call that
 * failed, and the last one is that of `refuseStandby`.
 */
const LOST_MESSAGE =
  /^(Connection terminated|timeout exceeded|timeout expired|Query read timeout|Client (has encountered|was closed)|There was an error establishing an SSL connection|Client network socket disconnected|The server is a standby)/;

/** The connection is gone or about to go: the server did not answer, hung up or is shutting down. */
export const isLost = (error: unknown): boolean => {
  const state = sqlState(error);
  // 25006: the server was made read-only; a new connection finds out whether it still is.
  // 25P03, 25P04: our transaction was idle, or under way, for too long.
  if (state !== null) return /^(08|57P0[1-5]|25006|25P0[34])/.test(state);
  if (!(error instanceof Error)) return false;
  return 'syscall' in error || LOST_MESSAGE.test(error.message) || isLostTogether(error);
};

/** A host name with several addresses fails with an AggregateError of all their failures. */
const isLostTogether = (error: Error): boolean =>
  error instanceof AggregateError && error.errors.length > 0 && error.errors.every(isLost);

/** A call reached the node of a cluster from which the restaurant has just moved. */
const MOVED = 'cannot execute a distributed query from a query on a shard';

/** Two transactions conflicted and the server undid this one: it may run again. */
export const isConflict = (error: unknown): boolean =>
  ['40001', '40P01'].includes(sqlState(error) ?? '') ||
  (error instanceof pg.DatabaseError && error.message.includes(MOVED));

/** A lock was not granted within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03';

/** A Citus coordinator that loses the node during COMMIT answers XX000: the node may have committed. */
export const isUnknownCommit = (error: unknown): boolean =>
  sqlState(error) === 'XX000' || isLost(error);

/** A sequence is taken: the log was read on a node that Citus is draining, where it no longer is. Shards are `eventos_102034`. */
export const isStaleLog = (error: unknown): boolean =>
  sqlState(error) === '23505' &&
  error instanceof pg.DatabaseError &&
  /^eventos(_\d+)?$/.test(error.table ?? '');

/** Turns a failure that may pass into StorageBusyError. Any other error is a bug of ours and stays as it is. */
export const busyOr = (error: unknown): unknown => {
  if (error instanceof StorageBusyError || error instanceof StorageUnusableError) return error;
  const state = sqlState(error) ?? '';
  if (state === READ_ONLY_STATE || state === DISK_FULL_STATE)
    return new StorageReadOnlyError(`the database cannot be written: ${reason(error)}`);
  // 55000: an operator has closed the database to connections.
  const isBusy =
    isLost(error) || isConflict(error) || /^(53|55000|55P03|57014|28|3D000)/.test(state);
  return isBusy ? new StorageBusyError(`the database is not available: ${reason(error)}`) : error;
};

export const uncertain = (error: unknown): StorageUncertainError =>
  new StorageUncertainError(`the outcome of a commit is unknown: ${reason(error)}`);

/** The server did not answer in time: a retry would only take as long again. The server's own timeouts are answers. */
export const isTimeout = (error: unknown): boolean =>
  sqlState(error) === null &&
  isLost(error) &&
  error instanceof Error &&
  /timeout/.test(error.message);

/** The connection broke in the middle of a query; unlike a timeout, worth a retry. */
export const isHungUp = (error: unknown): boolean => isLost(error) && !isTimeout(error);

/** Where a database is, for messages: never with the password. */
export interface Place {
  host: string;
  port: number;
  database: string;
}

export const placeOf = ({ host, port, database }: Place): string =>
  host.startsWith('/')
    ? `database "${database}" at ${host} (port ${port})`
    : `database "${database}" at ${host.includes(':') ? `[${host}]` : host}:${port}`;

const UNKNOWN_AUTHORITY =
  'has a certificate from an unknown authority; name the file of that authority in DATABASE_URL: sslmode=verify-full&sslrootcert=FILE';

export const BEHIND_POOLER =
  'is behind a connection pooler, such as PgBouncer, that does not pass on session settings; use the address of the server itself';

export const READ_ONLY_ADVICE =
  'is read-only: it is a standby (use the address of the primary), or it was made read-only, for example by a provider because its disk is nearly full';

const ADVICE: Record<string, string> = {
  '28P01': 'refuses the password; check DATABASE_URL',
  '3D000': 'does not exist; create it, or check DATABASE_URL',
  [READ_ONLY_STATE]: READ_ONLY_ADVICE,
  '3F000': 'has no schema to create tables in; create the one that search_path names',
  '42501':
    'does not allow this user to create tables, or to use the existing ones; make the user the owner of all tables (pg_restore --no-owner as that user)',
  '42P07':
    'has tables of another program, or of a newer version than the backup that was restored into it; use an empty database',
  [DISK_FULL_STATE]: 'has no room to grow: the disk of the server is full',
  '53300':
    'has no free connection; raise max_connections of the server, or the CONNECTION LIMIT of the role or of the database',
  '55P03':
    'is being migrated by another process, which has not finished; look for that process, then try again',
  '57P03': 'is starting or stopping; try again in a moment',
  ECONNREFUSED: 'does not answer: is the server running, and DATABASE_URL right?',
  ENOENT: 'does not answer: is the server running, and DATABASE_URL right?',
  ENOTFOUND: 'cannot be found: no such host; check DATABASE_URL',
  EAI_AGAIN: 'cannot be found: DNS does not answer',
  EHOSTUNREACH: 'cannot be reached; check the network and DATABASE_URL',
  ENETUNREACH: 'cannot be reached; check the network and DATABASE_URL',
  ETIMEDOUT: 'does not answer in time; check the network and DATABASE_URL',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'has a certificate for another name; name the server in DATABASE_URL as its certificate does',
};

export const unreachable = (error: unknown, place: Place): StorageUnusableError => {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return new StorageUnusableError(`${placeOf(place)} ${adviceOn(first)}`);
};

const adviceOn = (error: unknown): string => {
  const why = reason(error);
  // PgBouncer answers nearly every refusal with the same code.
  if (why.startsWith('unsupported startup parameter')) return BEHIND_POOLER;
  // The reasons differ widely: the user of the system, of the database, a connection without encryption.
  if (codeOf(error) === '28000') {
    return `refuses the connection: ${why}; check DATABASE_URL (sslmode=verify-full encrypts) and the pg_hba.conf of the server`;
  }
  if (why.includes('client password must be')) {
    return 'asks for a password; set it in DATABASE_URL: postgres://user:password@host/name';
  }
  return ADVICE[codeOf(error)] ?? `cannot be used: ${why}`;
};

/** Applies `unreachable` to failures of the server or the connection. Any other error is a bug of ours and stays as it is. */
export const unusable = (error: unknown, place: Place): unknown =>
  sqlState(error) !== null || isLost(error) ? unreachable(error, place) : error;

export const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
