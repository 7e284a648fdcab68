import { parseEventId } from '../domain/pedido/evento.ts';
import { makeBatcher } from '../platform/async/batcher.ts';
import type { LogStore, StoredEvent } from '../storage/port/log.ts';
import type { Head } from './resume.ts';

/** Events read at once: bounds memory when there is much to catch up on. */
const PAGE_EVENTS = 100;

interface ChannelEvents {
  /** New events, in order. The channel's head is already at the last of them. */
  onEvents(events: readonly StoredEvent[]): void;
  onBroken(): void;
  onFailed(error: unknown): void;
}

export type Channel = Awaited<ReturnType<typeof openChannel>>;

export const openChannel = async (
  log: Pick<LogStore, 'events' | 'position' | 'epoch'>,
  restauranteId: string,
  { onEvents, onBroken, onFailed }: ChannelEvents,
) => {
  const head = await readHead(log, restauranteId);
  let isReading = false;
  let isBehind = false;
  let isClosed = false;
  /** The epoch of the log when a read last found the head in it. */
  let epoch: number | null = null;

  const breakOff = (): void => {
    isClosed = true;
    onBroken();
  };

  const take = (events: readonly StoredEvent[]): void => {
    const [first, last] = [events[0], events.at(-1)];
    if (first === undefined || last === undefined) return;
    const isNext = first.secuencia === head.secuencia + 1;
    if (!isNext || parseEventId(first.id)?.logTag !== head.logTag) {
      breakOff();
      return;
    }
    head.secuencia = last.secuencia;
    head.lastId = last.id;
    onEvents(events);
  };

  /**
   * Reads a page that begins with the head itself: a standby that took over without that event has another one in its
   * place.
   */
  const readPage = async (): Promise<boolean> => {
    if (isClosed) return false;
    const { secuencia, lastId } = head;
    const readEpoch = log.epoch();
    const page = await log.events(restauranteId, Math.max(0, secuencia - 1), PAGE_EVENTS);
    if (isClosed) return false;
    if (lastId !== null && page[0]?.id !== lastId) {
      breakOff();
      return false;
    }
    epoch = readEpoch;
    take(lastId === null ? page : page.slice(1));
    return page.length === PAGE_EVENTS;
  };

  /** A call joins the next read: the one under way may have begun before the commit that the call is about. */
  const reads = makeBatcher<void, void>(async (calls) => {
    isReading = true;
    try {
      // Let the sockets write before the next page.
      while (await readPage()) await new Promise(setImmediate);
      isBehind = false;
    } catch (error) {
      isBehind = true;
      onFailed(error);
    }
    isReading = false;
    return calls;
  });

  return {
    restauranteId,
    head: head as Readonly<Head>,
    /** Resolves when everything committed before the call was passed on; never rejects. Skips the read if `events` follow the head. */
    follow(events: readonly StoredEvent[] = []): Promise<void> {
      const isNext = events[0]?.secuencia === head.secuencia + 1 && log.epoch() === epoch;
      if (!isReading && isNext && events.length < PAGE_EVENTS && !isClosed) {
        take(events);
        return Promise.resolve();
      }
      return reads.add();
    },
    isBehind: () => isBehind,
    isClosed: () => isClosed,
    close(): void {
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
