import type { Clock } from '../clock.ts';
import type { MintId } from '../domain/ids.ts';
import type { RandomBytes } from '../random.ts';
import type { Store } from '../storage/port/store.ts';

/** Dependencies of what operators do. Each operation takes the actor, for the audit. */
export interface AdminDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly mintId: MintId;
}
