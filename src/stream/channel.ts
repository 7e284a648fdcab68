import { parseEventId } from '../domain/pedido/evento.ts';
import type { LogStore, StoredEvent } from '../storage/port/log.ts';
import type { Head } from './resume.ts';

/** Events read at once: bounds what a wake-up after a long sleep holds in memory. */
const PAGE_EVENTS = 100;

const NOTHING_LEFT = Promise.resolve();

/** What is told to whoever owns the channel. */
export interface ChannelEvents {
  /** New events, in order; the channel's head is at the last of them already. */
  onEvents(events: readonly StoredEvent[]): void;
  /** What was followed is gone: pruned away or replaced by another log. */
  onBroken(): void;
  onFailed(error: unknown): void;
}

/** Follows the log of one restaurant, for all of its connections together. */
export interface Channel {
  readonly restauranteId: string;
  readonly head: Readonly<Head>;
  /**
   * Resolves when everything that was committed before the call has been told. Never rejects. Events that
   * are at hand need not be read, where they are the next.
   */
  follow(atHand?: readonly StoredEvent[]): Promise<void>;
  /** Whether the last attempt to read failed, so that another is due. */
  isBehind(): boolean;
  close(): void;
}

export const openChannel = async (
  log: Pick<LogStore, 'events' | 'position'>,
  restauranteId: string,
  { onEvents, onBroken, onFailed }: ChannelEvents,
): Promise<Channel> => {
  const head = await readHead(log, restauranteId);
  let reading: Promise<void> | null = null;
  let again = false;
  let isBehind = false;
  let isClosed = false;

  const take = (events: readonly StoredEvent[]): boolean => {
    const [first, last] = [events[0], events.at(-1)];
    if (first === undefined || last === undefined || isClosed) return false;
    const isNext = first.secuencia === head.secuencia + 1;
    if (!isNext || parseEventId(first.id)?.logTag !== head.logTag) {
      isClosed = true;
      onBroken();
      return false;
    }
    head.secuencia = last.secuencia;
    head.lastId = last.id;
    onEvents(events);
    return events.length === PAGE_EVENTS;
  };

  const read = async (): Promise<void> => {
    try {
      do {
        again = false;
        const isMore = take(await log.events(restauranteId, head.secuencia, PAGE_EVENTS));
        isBehind = false;
        if (!isMore) continue;
        again = true;
        // The sockets get their turn before the next page is pushed after this one.
        await new Promise(setImmediate);
      } while (again && !isClosed);
    } catch (error) {
      isBehind = true;
      onFailed(error);
    } finally {
      reading = null;
    }
  };

  return {
    restauranteId,
    head,
    follow(atHand = []) {
      const isNext = atHand[0]?.secuencia === head.secuencia + 1;
      if (reading === null && isNext && atHand.length < PAGE_EVENTS) {
        take(atHand);
        return NOTHING_LEFT;
      }
      // Whatever is being read may have been asked for before the commit that this call is about.
      again = true;
      reading ??= read();
      return reading;
    },
    isBehind: () => isBehind,
    close() {
      isClosed = true;
    },
  };
};

/** The newest event is never pruned, so that a position always has its id. */
const readHead = async (
  log: Pick<LogStore, 'events' | 'position'>,
  restauranteId: string,
): Promise<Head> => {
  const { secuencia = 0, logTag = '' } = (await log.position(restauranteId)) ?? {};
  if (secuencia === 0) return { secuencia, logTag, lastId: null };
  const [newest] = await log.events(restauranteId, secuencia - 1, 1);
  if (newest === undefined)
    throw new Error(`the log of ${restauranteId} has lost its newest event`);
  return { secuencia: newest.secuencia, logTag, lastId: newest.id };
};
