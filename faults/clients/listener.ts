import { setTimeout as wait } from 'node:timers/promises';
import type { Evento } from '../../src/contract/recursos/evento.ts';
import { parseEventId } from '../../src/domain/pedido/evento.ts';
import { openStream, type StreamReader } from '../../test/support/stream-reader.ts';
import type { Chance } from '../chance.ts';

export interface ListenerOptions {
  name: string;
  restauranteId: string;
  token: string;
  /** Types to ask for; null: all. */
  tipos: readonly string[] | null;
  url(): string;
  chance: Chance;
  /** How often it stops reading for a while, of the events it hears. */
  dozes?: number;
}

/** A client of the stream that comes back whenever it is cut off, with the last id that it heard. */
export interface Listener {
  readonly name: string;
  readonly restauranteId: string;
  readonly tipos: readonly string[] | null;
  /** After this sequence everything must have been heard; null: it has never been connected. */
  from(): number | null;
  heard(): Evento[];
  connections(): number;
  /** What should never happen to it. */
  readonly problems: readonly string[];
  /** Breaks its connection, as a phone in a tunnel does. */
  hangUp(): void;
  stop(): Promise<void>;
}

const AGAIN_MS_MIN = 5;
const AGAIN_MS_MAX = 80;
const LOOK_MS = 5;
/** A server that does not even answer is not there. */
const CONNECT_MS_MAX = 3_000;
const DOZE_MS_MAX = 1_500;

export const startListener = (options: ListenerOptions): Listener => {
  const { name, restauranteId, token, tipos, url, chance, dozes = 0 } = options;
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
        ...{ token, signal: AbortSignal.any([over.signal, patience.signal]) },
        ...(tipos && { eventos: tipos.join(',') }),
        ...(lastId !== '' && { lastEventId: lastId }),
      });
      if (opened.status === 200) return opened;
      opened.close();
      // Its key may have come back too often within a minute; anything else passes by itself.
      await wait(opened.status === 429 ? 1_000 : AGAIN_MS_MAX);
      return null;
    } catch {
      return null;
    } finally {
      clearTimeout(late);
    }
  };

  const follow = async (current: StreamReader): Promise<void> => {
    let [seen, isGreeted] = [0, false];
    while (!current.isOver() && !over.signal.aborted) {
      await wait(LOOK_MS);
      if (!isGreeted) isGreeted = greet(current);
      if (current.eventos().length > seen && chance.happens(dozes)) {
        current.pause();
        await wait(chance.int(1, DOZE_MS_MAX));
        current.resume();
      }
      seen = current.eventos().length;
    }
  };

  /** The first ping says where it begins, and whether anything was missed. */
  const greet = (current: StreamReader): boolean => {
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
        await follow(current);
        current.close();
        greet(current);
        past.push(...current.eventos());
        lastId = current.lastId() || lastId;
        reader = null;
      }
      await wait(chance.int(AGAIN_MS_MIN, AGAIN_MS_MAX));
    }
  };
  const running = run();

  return {
    ...{ name, restauranteId, tipos, problems },
    from: () => from,
    heard: () => [...past, ...(reader?.eventos() ?? [])],
    connections: () => connections,
    hangUp: () => reader?.close(),
    async stop() {
      over.abort();
      await running;
    },
  };
};
