import type { Clock } from '../clock.ts';
import type { RandomBytes } from '../random.ts';

/** What an engine is given besides its database. */
export interface StoreDeps {
  clock: Clock;
  randomBytes: RandomBytes;
  /** Told of each transaction of the log: how many commands shared it. */
  onTransaction?(commands: number): void;
}
