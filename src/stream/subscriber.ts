import type { Socket } from 'node:net';
import type { Clock } from '../platform/clock.ts';
import type { Reader } from '../storage/accounts/readers.ts';
import type { Channel } from './channel.ts';
import { encodePing, type Frames, type TypeMask, type View } from './frame.ts';
import { positionId, type Resume } from './resume.ts';

/** Bytes that may be pending for a slow reader, and for how long. A single event may be larger. */
const PENDING_BYTES_MAX = 1_024 * 1_024;
const BLOCKED_MS_MAX = 30_000;
export const PING_MS = 25_000;
/** A connection ends after this long, with jitter: clients do not all come back together. */
const AGE_MS = 5 * 60_000;
const AGE_JITTER = 0.1;
const GOODBYE_MS = 5_000;

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

interface SubscriberDeps {
  socket: Socket;
  channel: Channel;
  clock: Clock;
  reader: Reader;
  mask: TypeMask;
  view: View;
  pingMs: number;
  resume: Resume;
  preamble: string;
  /** From 0 to 1: where in the range of ages this connection is ended. */
  jitter: number;
  onClosed(reason: CloseReason, sent: number): void;
}

export type Subscriber = ReturnType<typeof makeSubscriber>;

/** One connection. It owns the socket: nobody else writes to it or ends it. */
export const makeSubscriber = (deps: SubscriberDeps) => {
  const { socket, channel, clock, reader, mask, view, resume, onClosed } = deps;
  const { reanudacion, desde } = resume;
  const openedMs = clock.monotonic();
  const endsMs = openedMs + AGE_MS * (1 - AGE_JITTER + 2 * AGE_JITTER * deps.jitter);
  let nextPingMs = openedMs + deps.pingMs;
  let blockedMs: number | null = null;
  let endingMs: number | null = null;
  let reason: CloseReason = 'client';
  let sent = 0;

  const ping = (): string =>
    encodePing({
      reanudacion,
      desde,
      hasta: channel.head.lastId,
      id: self.isLive ? positionId(channel.head) : self.afterId,
      momentoMs: clock.now(),
    });

  const isOver = (): boolean => endingMs !== null || socket.destroyed;

  const end = (why: CloseReason): void => {
    if (isOver()) return;
    reason = why;
    endingMs = clock.monotonic();
    // A client that does not read would not read the rest either.
    if (why === 'slow' || why === 'stalled') socket.destroy();
    else socket.end();
  };

  /** Sends events without a bound: a replay awaits `drained` first. */
  const send = ({ bytes, events }: Frames): void => {
    sent += events;
    socket.write(bytes);
  };

  const self = {
    reader,
    mask,
    view,
    channel,
    /** Replay: events up to here have been sent or filtered out. Meaningless once live. */
    after: resume.after,
    afterId: resume.afterId,
    isLive: false,
    isOver,
    /** Sends a live event. Ends a connection whose queue is full: others must not wait for it. */
    push(frames: Frames): void {
      if (isOver()) return;
      const pending = socket.writableLength;
      if (pending > 0 && pending + frames.bytes.length > PENDING_BYTES_MAX) end('slow');
      else send(frames);
    },
    send,
    /** Back-pressure: resolves when the socket takes more, or the connection is over. */
    async drained(): Promise<void> {
      if (!socket.writableNeedDrain || socket.destroyed) return;
      await new Promise<void>((resolve) => {
        const done = () => {
          socket.off('drain', done).off('close', done);
          resolve();
        };
        socket.on('drain', done).on('close', done);
      });
      // A replay fills the buffer again at once: `tick` would hardly ever find it empty.
      blockedMs = null;
    },
    tick(nowMs: number): void {
      if (endingMs !== null) {
        if (nowMs - endingMs >= GOODBYE_MS) socket.destroy();
        return;
      }
      const isPending = socket.writableLength > 0;
      if (!isPending) blockedMs = null;
      else blockedMs ??= nowMs;
      if (blockedMs !== null && nowMs - blockedMs >= BLOCKED_MS_MAX) end('stalled');
      else if (nowMs >= endsMs) end('age');
      else if (nowMs >= nextPingMs) {
        nextPingMs = nowMs + deps.pingMs;
        // Pending bytes keep a connection alive as well as a ping would.
        if (!isPending) socket.write(ping());
      }
    },
    end,
    cut: () => socket.destroy(),
  };

  // A client sends nothing after its request; when it ends its side, it is gone.
  socket.on('error', () => {}).on('end', () => socket.destroy());
  socket.on('close', () => onClosed(reason, sent));
  socket.resume();
  socket.write(deps.preamble + ping());
  return self;
};
