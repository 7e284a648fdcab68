import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { TipoRegistrado } from '../contract/recursos/evento.ts';
import { parseEventId } from '../domain/pedido/evento.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { OutageLog } from '../platform/outage-log.ts';
import { makeRandom, type RandomBytes } from '../platform/random.ts';
import { makeConnectionLimit } from '../storage/accounts/connection-limit.ts';
import { makeReaderCheck, type Reader } from '../storage/accounts/readers.ts';
import { StorageBusyError } from '../storage/port/errors.ts';
import { FLUJOS_POR_LLAVE_MAX } from '../storage/port/limits.ts';
import type { StoredEvent } from '../storage/port/log.ts';
import type { Store } from '../storage/port/store.ts';
import type { Channel } from './channel.ts';
import { makeChannels } from './channels.ts';
import { makeFrameSet, maskOf, type View, wholeEvent } from './frame.ts';
import { makeReplay } from './replay.ts';
import { type Beginning, judgeResume, type Resume } from './resume.ts';
import { type CloseReason, makeSubscriber, PING_MS, type Subscriber } from './subscriber.ts';

/**
 * One timer serves all connections, a share of them with each tick: thousands at once would hold up the events behind
 * them. Within a second, every connection has had its turn.
 */
const TICK_MS = 20;
const TICKS_PER_ROUND = 50;
/** How often readers are checked, and logs that could not be read are tried again. */
export const TICKS_PER_CHECK = 20;
/** Jitter of `retry:`, so that clients do not come back all at once. */
const RETRY_MS_MIN = 1_000;
const RETRY_MS_MAX = 4_000;
/** On shutdown, connections end one by one: at least this far apart, within this share of the drain time. */
const GOODBYE_SPACING_MS = 2;
const DRAIN_SHARE = 0.8;

interface HubDeps {
  store: Pick<Store, 'log' | 'flujos'>;
  clock: Clock;
  randomBytes: RandomBytes;
  observer: StreamObserver;
  log: Log;
  /** Of all that the database refuses. */
  outage: OutageLog;
}

interface StreamRequest {
  restauranteId: string;
  reader: Reader;
  tipos: readonly TipoRegistrado[];
  lastEventId: string | null;
  requestId: string;
  /** By default, whole events. */
  view?: View | undefined;
  /** How often it is told that it is alive. */
  pingMs?: number | undefined;
}

export interface StreamObserver {
  opened(reanudacion: Beginning['reanudacion']): void;
  closed(reason: CloseReason): void;
  /** Live events, counted for each connection, were handed over `lagMs` after their commit, within `writeMs`. */
  delivered(events: number, lagMs: number, writeMs: number): void;
}

/** Permission to open a connection. The holder calls exactly one of the two functions, once. */
interface Ticket {
  /** Takes over a socket and begins with `head`, the bytes before the first event. */
  open(socket: Socket, head: string): void;
  release(): void;
}

export const makeHub = ({ store, clock, randomBytes, observer, log, outage }: HubDeps) => {
  const live = new Map<string, Set<Subscriber>>();
  const subscribers = new Set<Subscriber>();
  const limit = makeConnectionLimit(store.flujos, FLUJOS_POR_LLAVE_MAX, (error) =>
    outage.failed('warn', { err: error }, 'could not count streams'),
  );
  const checkReaders = makeReaderCheck('stream.escuchar');
  let timer: NodeJS.Timeout | undefined;
  let ticks = 0;
  let round = subscribers.values();
  let isClosing = false;

  const random = makeRandom(randomBytes);

  const fanOut = (restauranteId: string, events: readonly StoredEvent[]): void => {
    const members = live.get(restauranteId);
    if (members === undefined) return;
    const startMs = clock.monotonic();
    const framesOf = makeFrameSet(events);
    let delivered = 0;
    for (const subscriber of members) {
      const frames = framesOf(subscriber);
      if (frames === null) continue;
      subscriber.push(frames);
      delivered += frames.events;
    }
    if (delivered === 0) return;
    const lagMs = clock.now() - (events[0]?.creadoMs ?? 0);
    observer.delivered(delivered, lagMs, clock.monotonic() - startMs);
  };

  const endStreamsOf = (restauranteId: string): void => {
    for (const each of subscribers) {
      if (each.channel.restauranteId === restauranteId) each.end('broken');
    }
  };

  const channels = makeChannels({
    log: store.log,
    onEvents: fanOut,
    onBroken: endStreamsOf,
    onFailed: (error) =>
      outage.failed('warn', { err: error }, 'streams cannot read the log; trying again'),
  });

  const replay = makeReplay(store.log, (subscriber) => {
    const members = live.getOrInsertComputed(subscriber.channel.restauranteId, () => new Set());
    members.add(subscriber);
    subscriber.isLive = true;
  });

  const leave = (subscriber: Subscriber): void => {
    subscribers.delete(subscriber);
    const { restauranteId } = subscriber.channel;
    const members = live.get(restauranteId);
    members?.delete(subscriber);
    if (members?.size === 0) live.delete(restauranteId);
    if (subscribers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  const tick = (): void => {
    const nowMs = clock.monotonic();
    const share = Math.ceil(subscribers.size / TICKS_PER_ROUND);
    for (let left = share; left > 0; left -= 1) round.next().value?.tick(nowMs);
    ticks += 1;
    if (ticks % TICKS_PER_ROUND === 0) round = subscribers.values();
    if (ticks % TICKS_PER_CHECK !== 0) return;
    channels.retry();
    const readers = new Map<string, Reader>();
    for (const { reader } of subscribers) readers.set(reader.budget, reader);
    void checkReaders([...readers.values()], clock.now, (budget) => {
      for (const each of subscribers) if (each.reader.budget === budget) each.end('key');
    });
  };

  const begin = (
    socket: Socket,
    head: string,
    { reader, tipos, requestId, view = wholeEvent, pingMs = PING_MS }: StreamRequest,
    { channel, resume, release }: { channel: Channel; resume: Resume; release(): void },
  ): void => {
    const openedMs = clock.monotonic();
    const retryMs = RETRY_MS_MIN + Math.round(random() * (RETRY_MS_MAX - RETRY_MS_MIN));
    const onClosed = (reason: CloseReason, events: number): void => {
      leave(subscriber);
      release();
      observer.closed(reason);
      const durationMs = Math.round(clock.monotonic() - openedMs);
      log.info({ requestId, reader: reader.budget, reason, events, durationMs }, 'stream closed');
    };
    const subscriber = makeSubscriber({
      socket,
      channel,
      clock,
      reader,
      mask: maskOf(tipos),
      view,
      pingMs,
      resume,
      preamble: `${head}retry: ${retryMs}\n`,
      jitter: random(),
      onClosed,
    });
    subscribers.add(subscriber);
    timer ??= setInterval(tick, TICK_MS);
    observer.opened(resume.reanudacion);
    // The request came on a kept-alive connection during shutdown: the client reconnects elsewhere.
    if (isClosing) subscriber.end('shutdown');
    // While the request was prepared, the log was replaced: nobody follows this channel any more.
    if (channel.isClosed()) subscriber.end('broken');
    replay(subscriber).catch((error: unknown) => {
      // The client reconnects with the last id that it has seen, and finds the log again or a 503.
      outage.failed('warn', { err: error, requestId }, 'could not replay the log');
      subscriber.end('broken');
    });
  };

  const prepare = async (request: StreamRequest): Promise<Ticket | null> => {
    const { restauranteId, reader, lastEventId } = request;
    const releaseConnection = await limit.acquire(reader.budget);
    if (releaseConnection === null) return null;
    using taken = new DisposableStack();
    taken.defer(releaseConnection);
    const kept = await channels.acquire(restauranteId);
    taken.defer(kept.release);
    const { channel } = kept;
    const given = lastEventId === null ? null : parseEventId(lastEventId);
    // Another process may have sent an event that this one has not read yet.
    if (given !== null && given.secuencia > channel.head.secuencia) {
      await channel.follow();
      // Against an old head, the id would look like one of the future, and the client would read everything anew.
      if (channel.isBehind()) throw new StorageBusyError('the log cannot be read');
    }
    const resume = await judgeResume(store.log, restauranteId, { ...channel.head }, lastEventId);
    const held = taken.move();
    const release = () => held.dispose();
    return {
      open(socket, head) {
        if (socket.destroyed) release();
        else begin(socket, head, request, { channel, resume, release });
      },
      release,
    };
  };

  return {
    prepare,
    tick,
    async close(drainMs: number): Promise<void> {
      isClosing = true;
      const cut = setTimeout(() => {
        for (const each of subscribers) each.cut();
      }, drainMs);
      await endSpread([...subscribers], drainMs * DRAIN_SHARE);
      while (subscribers.size > 0) await delay(GOODBYE_SPACING_MS);
      clearTimeout(cut);
      await limit.close();
    },
  };
};

/** Ends streams at an even pace, so that clients do not come back all at once. */
const endSpread = async (all: readonly Subscriber[], withinMs: number): Promise<void> => {
  const rounds = Math.max(1, Math.min(all.length, Math.floor(withinMs / GOODBYE_SPACING_MS)));
  for (let round = 0; round < rounds; round += 1) {
    const [from, to] = [round, round + 1].map((each) => Math.floor((all.length * each) / rounds));
    for (const subscriber of all.slice(from, to)) subscriber.end('shutdown');
    if (round + 1 < rounds) await delay(GOODBYE_SPACING_MS);
  }
};

export type Hub = ReturnType<typeof makeHub>;
