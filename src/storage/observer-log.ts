import type { Log } from '../platform/log.ts';
import type { ReplicaObserver } from './port/deps.ts';

/** Says what too few connections of PostgreSQL lead to. */
export const warnOfFewConnections =
  (log: Log) =>
  (allowed: number, wanted: number, needed: number): void =>
    log.warn(
      { allowed, wanted, needed },
      allowed < needed
        ? 'PostgreSQL allows fewer connections than are needed, and requests will fail: raise max_connections or the CONNECTION LIMIT, or run fewer processes'
        : 'PostgreSQL allows fewer connections than are wanted, and writes will wait for each other: raise max_connections or the CONNECTION LIMIT if that is too slow',
    );

/** Logs when reads move from the replica to the primary or back. */
export const withLog = (observer: ReplicaObserver, log: Log): ReplicaObserver => ({
  ...observer,
  became(state, why) {
    observer.became(state, why);
    if (state === 'used') log.info({ replica: state }, 'reading from the replica');
    else log.warn({ replica: state, why }, 'reading from the primary alone');
  },
});
