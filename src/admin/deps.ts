import type { Clock } from '../clock.ts';
import type { MintId } from '../domain/ids.ts';
import type { RandomBytes } from '../random.ts';
import type { Store } from '../storage/port/store.ts';

export interface AdminDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly mintId: MintId;
}
