import { setTimeout as wait } from 'node:timers/promises';
import type { Evento } from '../../src/contract/recursos/evento.ts';
import { parseEventId } from '../../src/domain/pedido/evento.ts';
import { openStream, type StreamReader } from '../../test/support/stream-reader.ts';
import type { Random } from '../random.ts';

interface ListenerOptions {
  name: string;
  restauranteId: string;
  token: string;
  /** The event types to ask for; null: all. */
  tipos: readonly string[] | null;
  url(): string;
  random: Random;
  /** The probability that it stops reading for a while when events arrive. */
  pauseProbability?: number;
}

/** A client of the stream that reconnects with its last event id. */
export interface Listener {
  readonly name: string;
  readonly restauranteId: string;
  readonly tipos: readonly string[] | null;
  /** It must receive everything after this sequence; null: it was never connected. */
  from(): number | null;
  received(): Evento[];
  connections(): number;
  /** Resumptions whose first ping was not `continuada`. */
  readonly problems: readonly string[];
  stop(): Promise<void>;
}

const AGAIN_MS_MIN = 5;
const AGAIN_MS_MAX = 80;
const LOOK_MS = 5;
/** Timeout of a connection without an answer. */
const CONNECT_MS_MAX = 3_000;
const PAUSE_MS_MAX = 1_500;

export const startListener = (options: ListenerOptions): Listener => {
  const { name, restauranteId, token, tipos, url, random, pauseProbability = 0 } = options;
  const past: Evento[] = [];
  const problems: string[] = [];
  let reader: StreamReader | null = null;
  let [lastId, connections, from] = ['', 0, null as number | null];
  const over = new AbortController();

  const connect = async (): Promise<StreamReader | null> => {
    const patience = new AbortController();
    const late = setTimeout(() => patience.abort(), CONNECT_MS_MAX);
    try {
      const opened = await openStream(url(), {
        token,
        signal: AbortSignal.any([over.signal, patience.signal]),
        ...(tipos && { eventos: tipos.join(',') }),
        ...(lastId !== '' && { lastEventId: lastId }),
      });
      if (opened.status === 200) return opened;
      opened.close();
      // 429: it reconnected too often within a minute.
      await wait(opened.status === 429 ? 1_000 : AGAIN_MS_MAX);
      return null;
    } catch {
      return null;
    } finally {
      clearTimeout(late);
    }
  };

  const read = async (current: StreamReader): Promise<void> => {
    let [seen, hasPing] = [0, false];
    while (!current.isOver() && !over.signal.aborted) {
      await wait(LOOK_MS);
      if (!hasPing) hasPing = readFirstPing(current);
      if (current.eventos().length > seen && random.happens(pauseProbability)) {
        current.pause();
        await wait(random.int(1, PAUSE_MS_MAX));
        current.resume();
      }
      seen = current.eventos().length;
    }
  };

  /** Reads from the first ping where the stream begins, and whether anything was missed. */
  const readFirstPing = (current: StreamReader): boolean => {
    const [ping] = current.pings();
    if (ping === undefined) return false;
    if (lastId === '') {
      from ??= ping.desde === null ? 0 : (parseEventId(ping.desde)?.secuencia ?? 0);
    } else if (ping.reanudacion !== 'continuada') {
      problems.push(`${name} came back with ${lastId} and was told "${ping.reanudacion}"`);
    }
    return true;
  };

  const run = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const current = await connect();
      if (current !== null) {
        connections += 1;
        reader = current;
        await read(current);
        current.close();
        readFirstPing(current);
        past.push(...current.eventos());
        lastId = current.lastId() || lastId;
        reader = null;
      }
      await wait(random.int(AGAIN_MS_MIN, AGAIN_MS_MAX));
    }
  };
  const running = run();

  return {
    name,
    restauranteId,
    tipos,
    problems,
    from: () => from,
    received: () => [...past, ...(reader?.eventos() ?? [])],
    connections: () => connections,
    async stop() {
      over.abort();
      await running;
    },
  };
};
