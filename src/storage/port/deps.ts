import type { Clock } from '../../clock.ts';
import type { RandomBytes } from '../../random.ts';

export interface StoreDeps {
  clock: Clock;
  randomBytes: RandomBytes;
  transactions?: TransactionObserver;
  replica?: ReplicaObserver;
}

export interface TransactionObserver {
  /** So many commands shared one transaction, which took this long. */
  committed(commands: number, seconds: number): void;
  failed(): void;
}

/** `behind`: too far behind to be of use; `away`: no answer; `not_standby`: it replicates nothing, or no longer. */
export type ReplicaState = 'used' | 'behind' | 'away' | 'not_standby';

export interface ReplicaObserver {
  became(state: ReplicaState, why: string | null): void;
  lagged(seconds: number): void;
  /** How a read on the replica ended: it served, was behind that restaurant's log, or failed. */
  read(result: 'used' | 'behind' | 'failed'): void;
}
