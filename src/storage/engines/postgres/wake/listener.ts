import pg from 'pg';
import { connectionConfig } from '../driver/connection.ts';
import { CHANNEL } from './notices.ts';

/** Waits between attempts to connect: soon after a short break, seldom during a long one. */
const RECONNECT_DELAYS_MS = [50, 200, 500, 1_000];
/** How often an idle connection is checked, and how long it may take to answer. */
const CHECK_MS = 10_000;
const CHECK_TIMEOUT_MS = 5_000;

interface ListenerEvents {
  onNotice(payload: string): void;
  /** Listening, for the first time or again: notices sent before are lost. */
  onListening(): void;
}

/** Listens for notices. Behind a pooler that lends connections per transaction it never hears any, and only polling remains. */
export const makeListener = (databaseUrl: string, events: ListenerEvents) => {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isClosed = false;

  const drop = (dropped: pg.Client): void => {
    if (client !== dropped) return;
    client = null;
    clearTimeout(timer);
    void dropped.end().catch(() => {});
    if (isClosed) return;
    const delayMs = RECONNECT_DELAYS_MS[Math.min(failures, RECONNECT_DELAYS_MS.length - 1)];
    failures += 1;
    timer = setTimeout(() => void connect(), delayMs);
  };

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({
      ...connectionConfig(databaseUrl),
      application_name: 'comanda listen',
      query_timeout: CHECK_TIMEOUT_MS,
    });
    client = fresh;
    fresh.on('error', () => drop(fresh)).on('end', () => drop(fresh));
    fresh.on('notification', ({ payload }) => events.onNotice(payload ?? ''));
    try {
      await fresh.connect();
      await fresh.query(`LISTEN ${CHANNEL}`);
    } catch {
      drop(fresh);
      return;
    }
    if (client !== fresh) return;
    failures = 0;
    events.onListening();
    checkLater(fresh);
  };

  /** A network that dropped the connection reports nothing: only a query shows that it is dead. */
  const checkLater = (checked: pg.Client): void => {
    timer = setTimeout(() => {
      checked.query('SELECT 1').then(
        () => client === checked && checkLater(checked),
        () => drop(checked),
      );
    }, CHECK_MS);
  };

  void connect();
  return {
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      if (client !== null) drop(client);
    },
  };
};
