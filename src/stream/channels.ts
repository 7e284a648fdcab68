import { makeBatcher } from '../platform/async/batcher.ts';
import type { LogPosition, LogStore, OnMoved, StoredEvent } from '../storage/port/log.ts';
import { type Channel, openChannel } from './channel.ts';

interface ChannelsDeps {
  log: Pick<LogStore, 'events' | 'position' | 'positions' | 'epoch' | 'watch'>;
  onEvents(restauranteId: string, events: readonly StoredEvent[]): void;
  onBroken(restauranteId: string): void;
  onFailed(error: unknown): void;
}

interface Kept {
  opening: Promise<Channel>;
  channel: Channel | null;
  users: number;
}

/** Positions read by one statement: a fresh commit must not wait for a thousand others. */
const POSITIONS_PER_READ = 200;

export const makeChannels = ({ log, onEvents, onBroken, onFailed }: ChannelsDeps) => {
  const kept = new Map<string, Kept>();
  let unwatch: (() => void) | null = null;

  const drop = (restauranteId: string, entry: Kept): void => {
    if (kept.get(restauranteId) !== entry) return;
    kept.delete(restauranteId);
    entry.channel?.close();
    if (kept.size > 0) return;
    unwatch?.();
    unwatch = null;
  };

  const breakOff = (restauranteId: string): void => {
    const entry = kept.get(restauranteId);
    if (entry === undefined) return;
    drop(restauranteId, entry);
    onBroken(restauranteId);
  };

  const open = (restauranteId: string): Kept => {
    // Watch before reading the position: a commit in between must wake the new channel.
    unwatch ??= log.watch(onMoved);
    const opening = openChannel(log, restauranteId, {
      onEvents: (events) => onEvents(restauranteId, events),
      onBroken: () => breakOff(restauranteId),
      onFailed,
    });
    const entry: Kept = { opening, channel: null, users: 0 };
    kept.set(restauranteId, entry);
    opening.then(
      (channel) => {
        entry.channel = channel;
        void channel.follow();
      },
      () => drop(restauranteId, entry),
    );
    return entry;
  };

  const onMoved: OnMoved = (restauranteId, events) => {
    if (restauranteId !== null) void kept.get(restauranteId)?.channel?.follow(events);
    else void looks.add();
  };

  /** Any log may have moved: reads all positions to find which. */
  const looks = makeBatcher<void, void>(async (hints) => {
    try {
      const ids = [...kept.keys()];
      while (ids.length > 0) {
        const positions = await log.positions(ids.splice(0, POSITIONS_PER_READ));
        for (const [id, position] of positions) followIfMoved(kept.get(id)?.channel, position);
      }
    } catch (error) {
      onFailed(error);
    }
    return hints;
  });

  return {
    /** `release` must be called once. */
    async acquire(restauranteId: string): Promise<{ channel: Channel; release(): void }> {
      const entry = kept.get(restauranteId) ?? open(restauranteId);
      entry.users += 1;
      const release = (): void => {
        entry.users -= 1;
        if (entry.users === 0) drop(restauranteId, entry);
      };
      try {
        return { channel: await entry.opening, release };
      } catch (error) {
        release();
        throw error;
      }
    },
    retry(): void {
      for (const { channel } of kept.values()) if (channel?.isBehind()) void channel.follow();
    },
  };
};

/** After a backup was restored while we run, the log may have gone back: the channel then finds another event at its head. */
const followIfMoved = (
  channel: Channel | null | undefined,
  { secuencia, logTag }: LogPosition,
): void => {
  const head = channel?.head;
  if (secuencia !== head?.secuencia || logTag !== head.logTag) void channel?.follow();
};
