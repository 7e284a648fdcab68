import type { Beginning } from './ping.ts';
import type { CloseReason } from './subscriber.ts';

/** What the stream tells whoever counts. */
export interface StreamObserver {
  opened(reanudacion: Beginning['reanudacion']): void;
  closed(reason: CloseReason): void;
  /** Events were handed to so many connections, this long after their commit. */
  delivered(events: number, lagMs: number): void;
}
