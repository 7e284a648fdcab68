import { readableTypes } from '../../../domain/suscripciones.ts';
import { FLUJOS_POR_LLAVE_MAX } from '../../../storage/port/limits.ts';
import type { Hub } from '../../../stream/hub.ts';
import { type Answer, type Headers, NO_BODY } from '../../answer/answer.ts';
import { ApiError } from '../errors.ts';
import type { Handlers } from '../handler.ts';

const HEADERS: Headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // `no-transform` forbids proxies to compress, as those of development servers do: they would hold events back.
  'cache-control': 'no-cache, no-transform',
  // nginx buffers answers unless it is told not to.
  'x-accel-buffering': 'no',
};

/** A connection whose client has vanished keeps its place a little longer: a retry may find it free. */
const RETRY_SECONDS = 5;

/** `GET /stream`. All checks come before the first byte, so that a refusal is an error answer. */
export const listenToEvents =
  (hub: Pick<Hub, 'prepare'>): Handlers['escucharEventos'] =>
  async ({
    principal,
    restauranteId,
    query,
    method,
    headers,
    requestId,
    view,
    pingMs,
  }): Promise<Answer> => {
    const { eventos, lastEventId: ofLibrary, 'Last-Event-ID': first } = query;
    if (method === 'HEAD') {
      return { status: 200, headers: HEADERS, body: NO_BODY, open: () => undefined };
    }
    // The header wins: a browser that reconnects sends it, while its address still has the id of the first request.
    const lastEventId = given(headers['last-event-id']) ?? given(ofLibrary) ?? given(first) ?? null;
    const ticket = await hub.prepare({
      restauranteId,
      reader: principal.reader,
      tipos: readableTypes(eventos),
      lastEventId,
      requestId,
      view,
      pingMs,
    });
    if (ticket === null) {
      throw new ApiError(
        'limite_alcanzado',
        `La llave ya tiene ${FLUJOS_POR_LLAVE_MAX} conexiones abiertas; cierra alguna o reintenta en ${RETRY_SECONDS} s.`,
        { headers: { 'retry-after': String(RETRY_SECONDS) } },
      );
    }
    return { status: 200, headers: HEADERS, body: NO_BODY, ...ticket };
  };

const given = (text: string | string[] | null | undefined): string | undefined => {
  const value = Array.isArray(text) ? text[0] : text;
  return value?.trim() || undefined;
};
