import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { Channel } from './channel.ts';
import { encodePing, type Frames, type TypeMask } from './frame.ts';
import { idOf, type Resume } from './resume.ts';

/** What may wait for a slow reader, and for how long. A single event may be larger. */
export const PENDING_BYTES_MAX = 1_024 * 1_024;
export const BLOCKED_MS_MAX = 30_000;
export const PING_MS = 25_000;
/** A connection ends after this long, give or take a tenth: then a client asks again. */
export const AGE_MS = 5 * 60_000;
export const AGE_JITTER = 0.1;
/** How long a connection that was ended may take to go. */
const GOODBYE_MS = 5_000;

/** Why a connection ended. */
export const CLOSE_REASONS = [
  'client',
  'age',
  'slow',
  'stalled',
  'key',
  'shutdown',
  'broken',
] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

export interface SubscriberDeps {
  socket: Socket;
  channel: Channel;
  clock: Clock;
  llaveId: string;
  mask: TypeMask;
  resume: Resume;
  /** The head of the answer and the wait that the client is asked for, as they go out. */
  preamble: string;
  /** From 0 to 1: how this connection's age differs from that of others. */
  jitter: number;
  onClosed(reason: CloseReason, sent: number): void;
}

/** One connection. It owns the socket: nobody else writes to it or ends it. */
export interface Subscriber {
  readonly llaveId: string;
  readonly mask: TypeMask;
  readonly channel: Channel;
  /** Events up to here have been sent or passed over. Meaningless once live. */
  after: number;
  afterId: string | null;
  isLive: boolean;
  isOver(): boolean;
  /** More than a socket likes to hold: what can wait had better wait for `drained`. */
  isFull(): boolean;
  /** What was live goes out to everybody; a connection that cannot take it is ended. */
  push(frames: Frames): void;
  /** Sends without a bound: the caller waits for `drained` in between. */
  send(frames: Frames): void;
  /** Resolves when nothing is pending any more, or the connection is over. */
  drained(): Promise<void>;
  /** Looks after pings, age and patience. */
  tick(nowMs: number): void;
  end(reason: CloseReason): void;
  /** For the end of the process: whoever has not gone by now is cut off. */
  cut(): void;
}

export const makeSubscriber = (deps: SubscriberDeps): Subscriber => {
  const { socket, channel, clock, llaveId, mask, resume, onClosed } = deps;
  const { reanudacion, desde } = resume;
  const openedMs = clock.monotonic();
  const endsMs = openedMs + AGE_MS * (1 - AGE_JITTER + 2 * AGE_JITTER * deps.jitter);
  let pingMs = openedMs + PING_MS;
  let blockedMs: number | null = null;
  let endingMs: number | null = null;
  let reason: CloseReason = 'client';
  let sent = 0;

  const ping = (): string =>
    encodePing({
      reanudacion,
      desde,
      hasta: channel.head.lastId,
      id: self.isLive ? idOf(channel.head) : self.afterId,
      momentoMs: clock.now(),
    });

  const end = (why: CloseReason): void => {
    if (endingMs !== null || socket.destroyed) return;
    reason = why;
    endingMs = clock.monotonic();
    // Whoever does not read would not read the rest either.
    if (why === 'slow' || why === 'stalled') socket.destroy();
    else socket.end();
  };

  const send = ({ bytes, events }: Frames): void => {
    sent += events;
    socket.write(bytes);
  };

  const self: Subscriber = {
    llaveId,
    mask,
    channel,
    after: resume.after,
    afterId: resume.afterId,
    isLive: false,
    isOver: () => endingMs !== null || socket.destroyed,
    isFull: () => socket.writableNeedDrain,
    push(frames) {
      if (endingMs !== null || socket.destroyed) return;
      const pending = socket.writableLength;
      if (pending > 0 && pending + frames.bytes.length > PENDING_BYTES_MAX) end('slow');
      else send(frames);
    },
    send,
    drained: () =>
      new Promise((resolve) => {
        if (!socket.writableNeedDrain || socket.destroyed) return resolve();
        const done = () => {
          socket.off('drain', done).off('close', done);
          resolve();
        };
        socket.on('drain', done).on('close', done);
        return undefined;
      }),
    tick(nowMs) {
      if (endingMs !== null) {
        if (nowMs - endingMs >= GOODBYE_MS) socket.destroy();
        return;
      }
      const isPending = socket.writableLength > 0;
      if (!isPending) blockedMs = null;
      else blockedMs ??= nowMs;
      if (blockedMs !== null && nowMs - blockedMs >= BLOCKED_MS_MAX) end('stalled');
      else if (nowMs >= endsMs) end('age');
      else if (nowMs >= pingMs) {
        pingMs = nowMs + PING_MS;
        // Bytes on their way keep a connection as much alive as a ping would.
        if (!isPending) socket.write(ping());
      }
    },
    end,
    cut: () => socket.destroy(),
  };

  // Nothing that a client sends after its request means anything; its end means that it is gone.
  socket.on('error', () => {}).on('end', () => socket.destroy());
  socket.on('close', () => onClosed(reason, sent));
  socket.resume();
  socket.write(deps.preamble + ping());
  return self;
};
