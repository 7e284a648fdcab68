import { randomBase32 } from '../../../../domain/ids.ts';
import { makeWatchers } from '../../../log/watchers.ts';
import type { StoreDeps } from '../../../port/deps.ts';
import type { StoredEvent } from '../../../port/log.ts';
import type { Transact } from '../driver/transaction.ts';
import { makeListener } from './listener.ts';
import { decodeNotice, makeNotices } from './notices.ts';

/** A process may die before it has sent its notice: watchers look within a second in any case. */
const LOOK_MS = 700;
const TAG_CHARS = 8;

/** Tells watchers of this process's commits at once, and other processes by NOTIFY. */
export const makePostgresWatchers = (
  databaseUrl: string,
  transact: Transact,
  deps: Pick<StoreDeps, 'clock' | 'randomBytes' | 'transactions'>,
) => {
  const tag = randomBase32(deps.randomBytes(TAG_CHARS));
  const notices = makeNotices(transact, tag, deps);

  const onNotice = (payload: string): void => {
    const notice = decodeNotice(payload);
    if (notice.tag === tag) return;
    if (notice.ids === null) watchers.tell(null);
    else for (const id of notice.ids) watchers.tell(id);
  };

  const watchers = makeWatchers(() => {
    const listener = makeListener(databaseUrl, {
      onNotice,
      onListening: () => watchers.tell(null),
    });
    const timer = setInterval(() => watchers.tell(null), LOOK_MS);
    return () => {
      clearInterval(timer);
      listener.close();
    };
  });

  return {
    watch: watchers.watch,
    moved(restauranteId: string, events: readonly StoredEvent[]): void {
      watchers.tell(restauranteId, events);
      notices.note(restauranteId);
    },
    async close(): Promise<void> {
      watchers.close();
      await notices.flush();
    },
  };
};

export type PostgresWatchers = ReturnType<typeof makePostgresWatchers>;
