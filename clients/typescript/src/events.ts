import { ResetError } from './errors.ts';
import { type CallOptions, delayBefore, type Http } from './http.ts';
import { readMessages, type SseMessage } from './sse.ts';
import type { EscucharEventos, Evento } from './types.ts';

export interface EventsOptions extends CallOptions {
  /** The id of the last event that you have; without it, only events from now on. */
  after?: string;
  types?: EscucharEventos['eventos'];
  /**
   * Called when the stream cannot promise that nothing is missing: read the orders anew. Without it, that ends the
   * loop with a ResetError.
   */
  onReset?: () => void | Promise<void>;
  /** Called after every connection that failed, before the next one is tried. */
  onRetry?: (error: unknown, delayMs: number) => void;
}

/** The service sends something every 25 seconds. */
const SILENCE_MS_MAX = 60_000;
const RETRY_MS = 2_000;

/** Live events, in order and each once. Reconnects by itself, where it was, until it is told to stop. */
export async function* followEvents(http: Http, options: EventsOptions): AsyncGenerator<Evento> {
  const { onReset } = options;
  for await (const message of followMessages(http, options)) {
    if (message.event !== PING) yield JSON.parse(message.data) as Evento;
    else if (message.isReset) {
      if (onReset === undefined) throw new ResetError('events are missing: read the orders anew');
      await onReset();
    }
  }
}

export const PING = 'conexion.ping';

/** A message of the stream as it arrived. `isReset`: it follows a gap. */
interface FollowedMessage extends SseMessage {
  isReset: boolean;
}

/** The stream's messages, pings included. */
export async function* followMessages(
  http: Http,
  options: Omit<EventsOptions, 'onReset'>,
): AsyncGenerator<FollowedMessage> {
  const { types, signal, onRetry } = options;
  let lastId = options.after;
  let retryMs = RETRY_MS;
  for (let failures = 0; ; ) {
    try {
      // Every ping repeats how its connection began: only the first one counts, or one gap would become many.
      let isFirst = true;
      for await (const message of connect(http, { types, lastId, signal })) {
        retryMs = message.retryMs ?? retryMs;
        const isReset = isFirst && lastId !== undefined && saysReset(message);
        failures = 0;
        isFirst = false;
        yield { ...message, isReset };
        lastId = message.id ?? lastId;
      }
      // The service begins each stream with a ping: without a message, a proxy answered.
      if (isFirst) throw new Error('the stream ended before its first message');
      await http.wait(Math.random() * retryMs, signal);
    } catch (error) {
      if (signal?.aborted) throw error;
      const delayMs = delayBefore(error, failures, 'GET');
      if (delayMs === null) throw error;
      failures += 1;
      onRetry?.(error, delayMs);
      await http.wait(delayMs, signal);
    }
  }
}

const saysReset = ({ event, data }: SseMessage): boolean =>
  event === PING && (JSON.parse(data) as { reanudacion: string }).reanudacion === 'reiniciada';

/** One connection, cut when nothing comes for too long: the machine may have slept. */
async function* connect(
  http: Http,
  from: {
    types: EventsOptions['types'];
    lastId: string | undefined;
    signal: AbortSignal | undefined;
  },
): AsyncGenerator<SseMessage> {
  const silence = new AbortController();
  const cut = () => silence.abort(new Error('the stream is silent'));
  let timer = setTimeout(cut, SILENCE_MS_MAX);
  try {
    const { types: eventos, lastId, signal } = from;
    // Retries in here would end as silence after a minute, and `onRetry` would not hear of them.
    const response = await http.requestOnce('/stream', {
      query: { eventos },
      headers: lastId === undefined ? {} : { 'last-event-id': lastId },
      signal: signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]),
    });
    if (response.body === null) return;
    for await (const message of readMessages(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(cut, SILENCE_MS_MAX);
      yield message;
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}
