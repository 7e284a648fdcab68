import type { Clock } from '../../../clock.ts';
import type { ReplicaObserver } from '../../port/deps.ts';
import { type Session, sessionOn } from '../driver/connection.ts';
import { isLost } from '../driver/failures.ts';
import { makeAskFingerprint, readFingerprints } from './fingerprint.ts';
import { makeReplicaPool } from './pool.ts';
import { watchReplica } from './watch.ts';

export interface Replica {
  /** The result is at least as new as any event that was announced before the call. */
  read<T>(restauranteId: string, work: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface ReplicaDeps {
  clock: Clock;
  observer: ReplicaObserver;
}

const MISSED = Symbol('missed');

export const openReplica = (url: string, primary: Session, deps: ReplicaDeps): Replica => {
  const { observer } = deps;
  const pool = makeReplicaPool(url);
  const watch = watchReplica(primary, sessionOn(pool), deps);
  const ask = makeAskFingerprint(primary);

  /** The fingerprint first, on the same connection: what is read after it is of the same moment or later. */
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
    async read(restauranteId, work) {
      const found = await tryReplica(restauranteId, work);
      return found === MISSED ? work(primary) : found;
    },
    async close() {
      await watch.close();
      await pool.end();
    },
  };
};
