import { TIPOS_EVENTO } from '../../../contract/recursos/evento.ts';
import { RUTAS } from '../../../contract/rutas/rutas.ts';
import { FLUJOS_POR_LLAVE_MAX } from '../../../storage/port/limits.ts';
import type { Hub } from '../../../stream/hub.ts';
import { type Answer, NO_BODY } from '../../wire/answer.ts';
import { ApiError } from '../errors.ts';
import { parseQuery, readEnumList } from '../query.ts';
import type { Handler } from '../routes.ts';

const HEADERS: readonly string[] = [
  ...['Content-Type', 'text/event-stream; charset=utf-8'],
  ...['Cache-Control', 'no-cache'],
  // nginx gathers answers before it passes them on, unless it is told not to.
  ...['X-Accel-Buffering', 'no'],
];

/** A seat is free as soon as a connection ends; one whose client is gone is found out a little later. */
const RETRY_SECONDS = 5;

/** `GET /stream`: everything is judged before the first byte, so that what is refused is an error. */
export const listenToEvents =
  (hub: Pick<Hub, 'prepare'>): Handler =>
  async ({ llave, query, wire }): Promise<Answer> => {
    const params = parseQuery(query, RUTAS.escucharEventos);
    const tipos = readEnumList(params, 'eventos', TIPOS_EVENTO);
    if (wire === undefined || wire.method === 'HEAD') {
      return { status: 200, headers: HEADERS, body: NO_BODY, open: () => undefined };
    }
    // A browser that comes back sends the header; the address still has what it first asked with.
    const lastEventId = given(wire.headers['last-event-id']) ?? params.get('Last-Event-ID') ?? null;
    const ticket = await hub.prepare({
      llave,
      tipos,
      lastEventId: lastEventId === '' ? null : lastEventId,
      requestId: wire.requestId,
    });
    if (ticket === null) {
      throw new ApiError(
        'limite_alcanzado',
        `La llave ya tiene ${FLUJOS_POR_LLAVE_MAX} conexiones abiertas; cierre alguna o reintente en ${RETRY_SECONDS} s.`,
        undefined,
        ['Retry-After', String(RETRY_SECONDS)],
      );
    }
    return { status: 200, headers: HEADERS, body: NO_BODY, ...ticket };
  };

const given = (header: string | string[] | undefined): string | undefined => {
  const value = Array.isArray(header) ? header[0] : header;
  return value === undefined || value.trim() === '' ? undefined : value.trim();
};
