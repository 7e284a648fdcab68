import type { Clock } from '../../clock.ts';
import type { RandomBytes } from '../../random.ts';

/** What an engine is given besides its database. */
export interface StoreDeps {
  clock: Clock;
  randomBytes: RandomBytes;
  /** Told of each transaction of the log: how many commands shared it. */
  onTransaction?(commands: number): void;
  replica?: ReplicaObserver;
}

/**
 * `used`; `behind`: too far to be worth asking; `away`: it, or the primary, does not answer;
 * `not_standby`: it follows nobody (any more).
 */
export type ReplicaState = 'used' | 'behind' | 'away' | 'not_standby';

/** Told what becomes of a replica. */
export interface ReplicaObserver {
  /** `why` it does not answer, if that is known. */
  became(state: ReplicaState, why: string | null): void;
  lagged(seconds: number): void;
  /** A read that was tried there: it served; it was behind that restaurant's log; it failed. */
  read(result: 'used' | 'behind' | 'failed'): void;
}
