import { makeSemaphore } from '../platform/async/semaphore.ts';
import type { LogStore, StoredEvent } from '../storage/port/log.ts';
import { encodeFrames, typesOf } from './frame.ts';
import type { Subscriber } from './subscriber.ts';

const PAGE_EVENTS = 50;
/** How many events one filtered read may skip. */
const SCAN_EVENTS = 2_000;
/** Events go out together up to this size. */
const WRITE_BYTES = 64 * 1_024;
const READS_MAX = 16;

/** A connection goes live in the same turn in which it finds nothing missing, so that no event is lost or doubled. */
export const makeReplay = (
  log: Pick<LogStore, 'events'>,
  goLive: (subscriber: Subscriber) => void,
) => {
  const reads = makeSemaphore(READS_MAX);

  const readPage = async ({ after, mask, channel }: Subscriber) => {
    const { restauranteId, head } = channel;
    const upTo = Math.min(after + SCAN_EVENTS, head.secuencia);
    const only = { tipos: typesOf(mask), upTo };
    const events = await log.events(restauranteId, after, PAGE_EVENTS, only);
    const isFull = events.length === PAGE_EVENTS;
    // Read after the page: if the event after the position is still there, nothing was pruned from the page.
    const isNext = events[0]?.secuencia === after + 1;
    const [first] = isNext ? events : await log.events(restauranteId, after, 1);
    return { events, reached: isFull ? events.at(-1)?.secuencia : upTo, first };
  };

  const sendPage = async (subscriber: Subscriber, events: readonly StoredEvent[]) => {
    for (const group of groupsOf(events)) {
      await subscriber.drained();
      if (subscriber.isOver()) return;
      const frames = encodeFrames(group, subscriber);
      if (frames !== null) subscriber.send(frames);
      const last = group.at(-1);
      subscriber.after = last?.secuencia ?? subscriber.after;
      subscriber.afterId = last?.id ?? subscriber.afterId;
    }
  };

  return async (subscriber: Subscriber): Promise<void> => {
    while (!subscriber.isOver()) {
      const { after, channel } = subscriber;
      if (after >= channel.head.secuencia) {
        goLive(subscriber);
        return;
      }
      const { events, reached, first } = await reads.run(() => readPage(subscriber));
      if (first?.secuencia !== after + 1) subscriber.end('broken');
      await sendPage(subscriber, events);
      subscriber.after = Math.max(subscriber.after, reached ?? after);
    }
  };
};

const groupsOf = function* (events: readonly StoredEvent[]): Generator<StoredEvent[]> {
  let group: StoredEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    if (bytes > 0 && bytes + event.body.length > WRITE_BYTES) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(event);
    bytes += event.body.length;
  }
  if (group.length > 0) yield group;
};
