import type pg from 'pg';
import { connectionConfig, makePool, type Session, sessionOn } from '../driver/connection.ts';
import { isLost } from '../driver/failures.ts';
import { makeAskFingerprint, readFingerprints } from './fingerprint.ts';
import { type ReplicaDeps, watchReplica } from './watch.ts';

const CONNECTIONS_MAX = 6;
/** Shorter than for the primary, because the caller can still ask there. */
const CONNECT_TIMEOUT_MS = 1_000;
const READ_TIMEOUT_MS = 2_000;
const ANSWER_GRACE_MS = 500;

const makeReplicaPool = (url: string): pg.Pool =>
  makePool({
    ...connectionConfig(url),
    application_name: 'comanda replica',
    max: CONNECTIONS_MAX,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: READ_TIMEOUT_MS,
    query_timeout: READ_TIMEOUT_MS + ANSWER_GRACE_MS,
  });

const MISSED = Symbol('missed');

export const openReplica = (url: string, primary: Session, deps: ReplicaDeps) => {
  const { observer } = deps;
  const pool = makeReplicaPool(url);
  const watch = watchReplica(primary, sessionOn(pool), deps);
  const ask = makeAskFingerprint(primary);

  /** Reads the fingerprint first, on the same connection: the result that follows is of the same moment or later. */
  const readOnReplica = async <T>(
    restauranteId: string,
    wanted: string,
    work: (session: Session) => Promise<T>,
  ): Promise<T | typeof MISSED> => {
    const client = await pool.connect();
    const session = sessionOn(client);
    const [fingerprints, result] = await Promise.allSettled([
      readFingerprints(session, [restauranteId]),
      work(session),
    ]);
    const failure = [fingerprints, result].find((each) => each.status === 'rejected');
    client.release(failure !== undefined);
    if (failure !== undefined) throw failure.reason;
    const isCurrent =
      fingerprints.status === 'fulfilled' && fingerprints.value.get(restauranteId) === wanted;
    return isCurrent && result.status === 'fulfilled' ? result.value : MISSED;
  };

  const tryReplica = async <T>(
    restauranteId: string,
    work: (session: Session) => Promise<T>,
  ): Promise<T | typeof MISSED> => {
    if (!watch.isUsable()) return MISSED;
    const wanted = await ask(restauranteId);
    if (wanted === undefined) return MISSED;
    try {
      const found = await readOnReplica(restauranteId, wanted, work);
      observer.read(found === MISSED ? 'behind' : 'used');
      return found;
    } catch (error) {
      // For instance a query that was cancelled because it blocked replay, or a missing table: ask the primary.
      observer.read('failed');
      if (isLost(error)) watch.failed(error);
      return MISSED;
    }
  };

  return {
    /** The result is at least as new as any event that was announced before the call. */
    async read<T>(restauranteId: string, work: (session: Session) => Promise<T>): Promise<T> {
      const found = await tryReplica(restauranteId, work);
      return found === MISSED ? work(primary) : found;
    },
    async close(): Promise<void> {
      await watch.close();
      await pool.end();
    },
  };
};

export type Replica = ReturnType<typeof openReplica>;
