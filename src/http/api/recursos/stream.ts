import { RUTAS } from '../../../contract/rutas/rutas.ts';
import { readableTypes } from '../../../domain/suscripciones.ts';
import { FLUJOS_POR_LLAVE_MAX } from '../../../storage/port/limits.ts';
import type { Hub } from '../../../stream/hub.ts';
import { type Answer, NO_BODY } from '../../wire/answer.ts';
import { ApiError } from '../errors.ts';
import type { Handler } from '../handler.ts';
import { findParameter, readQuery } from '../query.ts';

const HEADERS: readonly string[] = [
  ...['Content-Type', 'text/event-stream; charset=utf-8'],
  // A proxy that compresses, as those of development servers do, would gather events: `no-transform` forbids it.
  ...['Cache-Control', 'no-cache, no-transform'],
  // nginx buffers answers unless it is told not to.
  ...['X-Accel-Buffering', 'no'],
];

/** A connection whose client has vanished keeps its seat a little longer. */
const RETRY_SECONDS = 5;

/** `GET /stream`: everything is checked before the first byte, so that a refusal is an error answer. */
export const listenToEvents =
  (hub: Pick<Hub, 'prepare'>): Handler =>
  async ({ llave, query, wire, view }): Promise<Answer> => {
    const { eventos, 'Last-Event-ID': first } = readQuery(query, RUTAS.escucharEventos);
    if (wire === undefined || wire.method === 'HEAD') {
      return { status: 200, headers: HEADERS, body: NO_BODY, open: () => undefined };
    }
    // A browser that reconnects sends the header; its address still has the id of its first request. Libraries that
    // cannot send it (event-source-polyfill, reconnecting-eventsource) write `lastEventId`: ignored, events would be lost.
    const lastEventId =
      given(wire.headers['last-event-id']) ?? given(findParameter(query, 'lastEventId')) ?? first;
    const ticket = await hub.prepare({
      llave,
      tipos: readableTypes(eventos),
      lastEventId: lastEventId === '' ? null : lastEventId,
      requestId: wire.requestId,
      view,
    });
    if (ticket === null) {
      throw new ApiError(
        'limite_alcanzado',
        `La llave ya tiene ${FLUJOS_POR_LLAVE_MAX} conexiones abiertas; cierra alguna o reintenta en ${RETRY_SECONDS} s.`,
        { headers: ['Retry-After', String(RETRY_SECONDS)] },
      );
    }
    return { status: 200, headers: HEADERS, body: NO_BODY, ...ticket };
  };

const given = (header: string | string[] | undefined): string | undefined => {
  const value = Array.isArray(header) ? header[0] : header;
  return value === undefined || value.trim() === '' ? undefined : value.trim();
};
