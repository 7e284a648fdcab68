import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Evento, Ping as PingSchema } from '../../src/contract/recursos/evento.ts';
import { bearer } from './service.ts';
import { until } from './until.ts';

/** One event of a stream, as the specification of Server-Sent Events reads it. */
interface SseEvent {
  event: string;
  /** The last id seen, this event's or an earlier one's. */
  id: string;
  data: string;
}

type Ping = Type.Static<typeof PingSchema>;

export interface StreamReader {
  status: number;
  headers: IncomingHttpHeaders;
  events: SseEvent[];
  /** Milliseconds to wait before reconnecting, from the server's `retry:`. */
  retryMs(): number | null;
  pings(): Ping[];
  eventos(): Evento[];
  lastId(): string;
  isOver(): boolean;
  /** Waits for `count` order events, however long that takes. */
  untilEventos(count: number): Promise<Evento[]>;
  untilOver(): Promise<void>;
  pause(): void;
  resume(): void;
  close(): void;
}

export interface Listen {
  token?: string;
  /** The key in the query instead of the header. */
  llave?: string;
  eventos?: string;
  lastEventId?: string;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  /** Gives up on a connection that is never answered. */
  signal?: AbortSignal;
}

const isEvento = Compile(Evento);
const isPing = Compile(PingSchema);

/**
 * A reader that follows the specification of Server-Sent Events strictly and validates every event against the
 * contract.
 */
export const openStream = async (
  publicUrl: string,
  { token, llave, eventos, lastEventId, headers = {}, query = {}, signal }: Listen,
): Promise<StreamReader> => {
  const params = new URLSearchParams(query);
  if (llave !== undefined) params.set('llave', llave);
  if (eventos !== undefined) params.set('eventos', eventos);
  const outgoing = request(`${publicUrl}/api/stream?${params}`, {
    agent: false,
    ...(signal && { signal }),
    headers: {
      accept: 'text/event-stream',
      ...(token !== undefined && bearer(token)),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      ...headers,
    },
  });
  // After the head, a broken connection shows as the end of the stream; before it, `once` below rejects.
  outgoing.on('error', () => {});
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const reader = readEvents(incoming);
  return { ...reader, status: incoming.statusCode ?? 0, headers: incoming.headers };
};

const readEvents = (incoming: IncomingMessage): Omit<StreamReader, 'status' | 'headers'> => {
  const events: SseEvent[] = [];
  const pings: Ping[] = [];
  const eventos: Evento[] = [];
  let [buffer, lastId, isOver] = ['', '', false];
  let retryMs: number | null = null;

  const dispatch = (block: string): void => {
    let event = 'message';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      if (field === 'event') event = value;
      else if (field === 'data') data.push(value);
      else if (field === 'id') lastId = value;
      else if (field === 'retry') retryMs = Number(value);
    }
    if (data.length === 0) return;
    const text = data.join('\n');
    const value = readData(event, lastId, text);
    if (event === 'conexion.ping') pings.push(value as Ping);
    else eventos.push(value as Evento);
    events.push({ event, id: lastId, data: text });
  };
  incoming
    .setEncoding('utf8')
    .on('data', (chunk: string) => {
      buffer += chunk;
      for (let at = buffer.indexOf('\n\n'); at >= 0; at = buffer.indexOf('\n\n')) {
        const block = buffer.slice(0, at);
        buffer = buffer.slice(at + 2);
        dispatch(block);
      }
    })
    .on('error', () => {})
    .on('close', () => {
      isOver = true;
    });

  return {
    events,
    retryMs: () => retryMs,
    pings: () => pings,
    eventos: () => eventos,
    lastId: () => lastId,
    isOver: () => isOver,
    async untilEventos(count) {
      await until(() => eventos.length >= count || isOver);
      assert.ok(eventos.length >= count, `the stream ended after ${eventos.length} events`);
      return eventos;
    },
    untilOver: () => until(() => isOver),
    pause: () => incoming.pause(),
    resume: () => incoming.resume(),
    close: () => incoming.destroy(),
  };
};

/** Parses the data of an event and validates it against the contract. */
const readData = (event: string, id: string, text: string): unknown => {
  assert.doesNotMatch(text, /\n/, 'data is one line');
  const data = JSON.parse(text);
  if (event === 'conexion.ping') {
    assert.ok(isPing.Check(data), text);
    return data;
  }
  assert.ok(isEvento.Check(data), text);
  assert.equal(data.tipo, event);
  assert.equal(data.id, id);
  return data;
};
