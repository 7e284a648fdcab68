import type { Clock } from '../../platform/clock.ts';
import type { RandomBytes } from '../../platform/random.ts';

export interface StoreDeps {
  clock: Clock;
  randomBytes: RandomBytes;
  transactions?: TransactionObserver;
  replica?: ReplicaObserver;
  connections?: ConnectionSharing;
  /** Called when opening the database has spread tables over a cluster, with a line for each. */
  onDistributed?(done: readonly string[]): void;
}

/** How processes share the connections that a database server allows. */
interface ConnectionSharing {
  /** The processes that share them, this one included. */
  processes: number;
  /** The server allows fewer than they want, or even than they need. */
  onFew(allowed: number, wanted: number, needed: number): void;
}

/** The two waits of commands before their transaction begins: for their turn, then for a connection to PostgreSQL. */
type CommitWait = 'turn' | 'connection';

export interface TransactionObserver {
  waited(forWhat: CommitWait, seconds: number): void;
  /** The commands that shared one transaction, and how long it took. */
  committed(commands: number, seconds: number): void;
  failed(): void;
  /** Time from the first of some commits until the other processes of the database were notified of them. */
  notified(seconds: number): void;
}

/** `behind`: too far behind to be of use; `away`: no answer; `not_standby`: it replicates nothing, or no longer. */
export type ReplicaState = 'used' | 'behind' | 'away' | 'not_standby';

export interface ReplicaObserver {
  became(state: ReplicaState, why: string | null): void;
  lagged(seconds: number): void;
  /** How a read on the replica ended: it served, was behind that restaurant's log, or failed. */
  read(result: 'used' | 'behind' | 'failed'): void;
}
