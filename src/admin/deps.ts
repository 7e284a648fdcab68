import type { MintId } from '../domain/ids.ts';
import type { Clock } from '../platform/clock.ts';
import type { RandomBytes } from '../platform/random.ts';
import type { Store } from '../storage/port/store.ts';

export interface AdminDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly mintId: MintId;
}
