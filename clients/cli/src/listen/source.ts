import { ComandaError, type Evento } from '@comanda/client';
import { followMessages, isPassing, PING, sleep } from '@comanda/client/internal';
import { Failure } from '@comanda/command-line';
import type { EventFilter } from '../delivery/event-types.ts';
import { missingScope } from '../errors.ts';
import type { Service } from '../service.ts';

/** 12 of the 60 requests that a key has in a minute. */
const POLL_EVERY_MS = 5_000;
/** Accepted in place of an event id: the log's current position. */
export const LATEST = 'ultimo';
const GONE = 410;
const BAD_REQUEST = 400;

export interface IncomingEvent {
  kind: 'event';
  evento: Evento;
  /** The bytes that the service would deliver. */
  body: Buffer;
}

export type Incoming =
  | IncomingEvent
  /** Everything up to `id` has been read; undefined if the log has no event that matches. */
  | { kind: 'position'; id: string | undefined }
  /** The log cannot be resumed at the position: some events may be missing. */
  | { kind: 'reset'; data: string };

interface SourceOptions {
  service: Service;
  after: string | undefined;
  types: readonly EventFilter[];
  signal: AbortSignal;
  onRetry(error: unknown, delayMs: number): void;
  /** The key lacks the stream's scope: the feed is polled instead. */
  onPolling(everyMs: number): void;
}

/** Reads events from the stream, or from the feed if the key lacks the stream's scope. */
export async function* readEvents(options: SourceOptions): AsyncGenerator<Incoming> {
  try {
    yield* fromStream(options);
  } catch (error) {
    if (missingScope(error) !== 'stream.escuchar') throw error;
    options.onPolling(POLL_EVERY_MS);
    yield* fromFeed(options);
  }
}

async function* fromStream(options: SourceOptions): AsyncGenerator<Incoming> {
  const { service, after, types, signal, onRetry } = options;
  const from = after === undefined ? {} : { after };
  const messages = followMessages(service.http, { ...from, types: [...types], signal, onRetry });
  for await (const { event, data, id, isReset } of messages) {
    if (event !== PING) yield toIncoming(JSON.parse(data) as Evento, data);
    else {
      if (isReset) yield { kind: 'reset', data };
      yield { kind: 'position', id };
    }
  }
}

async function* fromFeed(options: SourceOptions): AsyncGenerator<Incoming> {
  const { service, types, signal, onRetry } = options;
  let after = options.after;
  while (true) {
    const from = after === undefined ? {} : { despues_de: after };
    try {
      const query = { ...from, eventos: [...types], limite: 100 };
      const { datos, paginacion } = await service.comanda.eventos.list(query, { signal });
      const next = paginacion.siguiente ?? undefined;
      if (next === after && datos.length > 0) throw new Failure(REPEATED);
      for (const evento of datos) yield toIncoming(evento, JSON.stringify(evento));
      yield { kind: 'position', id: next };
      if (next === after) await sleep(POLL_EVERY_MS, signal);
      after = next;
    } catch (error) {
      if (signal.aborted) throw error;
      const place = after === undefined ? null : placeAfterLoss(error);
      if (place !== null) {
        yield { kind: 'reset', data: RESET };
        after = place.after;
      } else if (isPassing(error)) {
        onRetry(error, POLL_EVERY_MS);
        await sleep(POLL_EVERY_MS, signal);
      } else throw error;
    }
  }
}

const REPEATED = 'the same page of events came again: a proxy in between may cache it';

/** The ping with which the stream announces a reset. */
const RESET = '{"tipo":"conexion.ping","reanudacion":"reiniciada"}';

/**
 * Resumes as the stream does: after an id that is too old with everything that is kept, after an id of another log
 * with new events only.
 */
const placeAfterLoss = (error: unknown): { after: string | undefined } | null => {
  if (!(error instanceof ComandaError)) return null;
  if (error.status === GONE) return { after: undefined };
  const isForeign = error.status === BAD_REQUEST && error.message.includes('despues_de');
  return isForeign ? { after: LATEST } : null;
};

export const toIncoming = (evento: Evento, data: string): IncomingEvent => ({
  kind: 'event',
  evento,
  body: Buffer.from(data),
});
