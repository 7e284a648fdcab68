import pg from 'pg';
import { connectionConfig } from '../driver/connection.ts';
import { CHANNEL } from './notices.ts';

/** Waits between attempts to connect: soon after a short break, seldom during a long one. */
const RECONNECT_DELAYS_MS = [50, 200, 500, 1_000];
/** How often a quiet connection is asked whether it lives, and how long it may take to say so. */
const PULSE_MS = 10_000;
const PULSE_TIMEOUT_MS = 5_000;

export interface ListenerEvents {
  onNotice(payload: string): void;
  /** Listening, for the first time or again: what was sent before is lost. */
  onListening(): void;
}

/**
 * The one connection of a process that listens for others. It lives as long as somebody watches, and
 * comes back by itself; what was missed meanwhile the caller finds by looking. Through a pooler that
 * lends connections per transaction it hears nothing, and looking is all there is.
 */
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
      query_timeout: PULSE_TIMEOUT_MS,
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
    beat(fresh);
  };

  /** A network that forgot the connection says nothing; without a pulse it would stay dead for long. */
  const beat = (beating: pg.Client): void => {
    timer = setTimeout(() => {
      beating.query('SELECT 1').then(
        () => client === beating && beat(beating),
        () => drop(beating),
      );
    }, PULSE_MS);
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
