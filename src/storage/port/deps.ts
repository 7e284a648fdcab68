import type { Clock } from '../../clock.ts';
import type { RandomBytes } from '../../random.ts';

/** An engine's dependencies besides its database. */
export interface StoreDeps {
  clock: Clock;
  randomBytes: RandomBytes;
  /** Called after each transaction of the log with the number of commands that shared it. */
  onTransaction?(commands: number): void;
  replica?: ReplicaObserver;
}

/**
 * `used`: it answers reads; `behind`: too far behind to be of use; `away`: it or the primary does not
 * answer; `not_standby`: it replicates nothing, or no longer.
 */
export type ReplicaState = 'used' | 'behind' | 'away' | 'not_standby';

/** Observes a replica, for metrics and logs. */
export interface ReplicaObserver {
  /** `why`: the error, if there is one. */
  became(state: ReplicaState, why: string | null): void;
  lagged(seconds: number): void;
  /** How a read on the replica ended: it served, was behind that restaurant's log, or failed. */
  read(result: 'used' | 'behind' | 'failed'): void;
}
