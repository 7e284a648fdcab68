import type { Clock } from '../../../clock.ts';
import type { ReplicaObserver } from '../../port/deps.ts';
import { makeSession, type Session } from '../driver/connection.ts';
import { isLost } from '../driver/failures.ts';
import { makeReplicaPool } from './pool.ts';
import { makeAskStanding, readStandings } from './standing.ts';
import { watchReplica } from './watch.ts';

export interface Replica {
  /**
   * Reads a restaurant's orders on the replica if it stands where the primary does, else on the
   * primary: what is read is at least as new as any event that was announced before the call.
   */
  read<T>(restauranteId: string, work: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface ReplicaDeps {
  clock: Clock;
  observer: ReplicaObserver;
}

/** What could not be read there. */
const MISSED = Symbol('missed');

export const openReplica = (url: string, primary: Session, deps: ReplicaDeps): Replica => {
  const { observer } = deps;
  const pool = makeReplicaPool(url);
  const watch = watchReplica(primary, makeSession(pool), deps);
  const ask = makeAskStanding(primary);

  /**
   * On one connection, the standing first: what follows on the same connection is of the same moment
   * or later, also when several replicas share the address. Both are sent without waiting.
   */
  const readThere = async <T>(
    restauranteId: string,
    wanted: string,
    work: (session: Session) => Promise<T>,
  ): Promise<T | typeof MISSED> => {
    const client = await pool.connect();
    const session = makeSession(client);
    const [standings, result] = await Promise.allSettled([
      readStandings(session, [restauranteId]),
      work(session),
    ]);
    const failure = [standings, result].find((each) => each.status === 'rejected');
    client.release(failure !== undefined);
    if (failure !== undefined) throw failure.reason;
    const isThere =
      standings.status === 'fulfilled' && standings.value.get(restauranteId) === wanted;
    return isThere && result.status === 'fulfilled' ? result.value : MISSED;
  };

  const tryThere = async <T>(
    restauranteId: string,
    work: (session: Session) => Promise<T>,
  ): Promise<T | typeof MISSED> => {
    if (!watch.isUsable()) return MISSED;
    const wanted = await ask(restauranteId);
    if (wanted === undefined) return MISSED;
    try {
      const found = await readThere(restauranteId, wanted, work);
      observer.read(found === MISSED ? 'behind' : 'used');
      return found;
    } catch (error) {
      // A query that stood in the way of replaying, or a schema that is not there yet: the primary knows.
      observer.read('failed');
      if (isLost(error)) watch.failed(error);
      return MISSED;
    }
  };

  return {
    async read(restauranteId, work) {
      const found = await tryThere(restauranteId, work);
      return found === MISSED ? work(primary) : found;
    },
    async close() {
      await watch.close();
      await pool.end();
    },
  };
};
