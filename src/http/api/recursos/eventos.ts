import type { TipoRegistrado } from '../../../contract/recursos/evento.ts';
import type { Paginacion } from '../../../contract/recursos/paginacion.ts';
import { ULTIMO } from '../../../contract/rutas/eventos.ts';
import { parseEventId, startId } from '../../../domain/pedido/evento.ts';
import { isEverything, readableTypes } from '../../../domain/suscripciones.ts';
import type { LogStore, StoredEvent } from '../../../storage/port/log.ts';
import type { Store } from '../../../storage/port/store.ts';
import { joinBodies, ok } from '../../answer/answer.ts';
import { ApiError, invalid } from '../errors.ts';
import type { Handlers } from '../handler.ts';
import { shorten } from '../query.ts';

/** Events that one answer examines at most when it filters by type; `siguiente` goes on from there. */
const SCAN_EVENTS = 2_000;

/** A position in the log, after which reading goes on. The id is null before the very first event. */
interface Place {
  secuencia: number;
  id: string | null;
}

type Log = Pick<LogStore, 'events' | 'position'>;

/** `GET /eventos`: the log itself, oldest first. */
export const listEventos =
  ({ log }: Pick<Store, 'log'>): Handlers['listarEventos'] =>
  async ({ restauranteId, query: { despues_de, eventos, limite } }) => {
    const tipos = readableTypes(eventos);
    const { after, head } = await findPlace(log, restauranteId, despues_de);
    const { events, reached } = await readPage(log, restauranteId, { after, head, tipos, limite });
    if (isId(despues_de)) await requireKept(log, restauranteId, { ...after, id: despues_de }, head);
    const paginacion: Paginacion = {
      limite,
      siguiente: reached.id,
      anterior: null,
      total_aprox: Math.max(head, reached.secuencia) - after.secuencia,
    };
    const bodies = events.map(({ body }) => body);
    return ok(joinBodies('{"datos":[', bodies, `],"paginacion":${JSON.stringify(paginacion)}}`));
  };

/** The position to read on from, and the last sequence number of the log. */
const findPlace = async (
  log: Log,
  restauranteId: string,
  given: string | null,
): Promise<{ after: Place; head: number }> => {
  const { secuencia: head = 0, logTag = '' } = (await log.position(restauranteId)) ?? {};
  if (given === null) {
    const [oldest] = await log.events(restauranteId, 0, 1);
    return { after: { secuencia: (oldest?.secuencia ?? 1) - 1, id: null }, head };
  }
  if (given === ULTIMO) return { after: await placeAt(log, restauranteId, head), head };
  const position = parseEventId(given);
  if (position === null) throw refuse(given, 'no es el id de un evento');
  if (position.logTag !== logTag) throw refuse(given, 'no es un evento de este restaurante');
  return { after: { secuencia: position.secuencia, id: given }, head };
};

const isId = (given: string | null): given is string => given !== null && given !== ULTIMO;

/**
 * Refuses a position if events after it have been pruned. Runs after the page was read: if they are all still there, none was
 * pruned before the page was read either.
 */
const requireKept = async (
  log: Log,
  restauranteId: string,
  { secuencia, id: given }: { secuencia: number; id: string },
  head: number,
): Promise<void> => {
  const [found] = await log.events(restauranteId, secuencia - 1, 1);
  if (found?.secuencia === secuencia) {
    if (found.id !== given) throw refuse(given, 'no existe');
    return;
  }
  if (secuencia > head) throw refuse(given, 'es posterior al último evento');
  // Only the event itself has been pruned, none after it; or this is the position before the first event.
  if (found?.secuencia === secuencia + 1 || (secuencia === 0 && head === 0)) return;
  throw new ApiError(
    'eventos_caducados',
    `Ya no se guardan todos los eventos posteriores a «${given}»: el más antiguo es «${found?.id}». Lee de nuevo los pedidos.`,
    { valoresValidos: found === undefined ? [] : [found.id] },
  );
};

const refuse = (given: string, why: string): ApiError =>
  invalid(
    `El valor «${shorten(given)}» de «despues_de» ${why}.`,
    `el id de un evento de este restaurante, el «paginacion.siguiente» de otra respuesta o «${ULTIMO}»`,
  );

export const placeAt = async (
  log: Log,
  restauranteId: string,
  secuencia: number,
): Promise<Place> => {
  const [event] = secuencia === 0 ? [] : await log.events(restauranteId, secuencia - 1, 1);
  return event === undefined ? { secuencia, id: null } : event;
};

/** The id that all future events follow: that of the last event, or the start of an empty log. */
export const readPositionId = async (log: Log, restauranteId: string): Promise<string> => {
  const { secuencia = 0, logTag = '' } = (await log.position(restauranteId)) ?? {};
  return (await placeAt(log, restauranteId, secuencia)).id ?? startId(logTag);
};

const readPage = async (
  log: Log,
  restauranteId: string,
  want: { after: Place; head: number; tipos: readonly TipoRegistrado[]; limite: number },
): Promise<{ events: StoredEvent[]; reached: Place }> => {
  const { after, head, tipos, limite } = want;
  const upTo = isEverything(tipos) ? head : Math.min(after.secuencia + SCAN_EVENTS, head);
  const events = await log.events(restauranteId, after.secuencia, limite, { tipos, upTo });
  const last = events.at(-1);
  if (last !== undefined && (events.length === limite || last.secuencia === upTo)) {
    return { events, reached: last };
  }
  if (upTo <= after.secuencia) return { events, reached: after };
  // The next request does not examine the skipped events again.
  const reached = await placeAt(log, restauranteId, upTo);
  if (reached.secuencia === upTo) return { events, reached };
  // Pruned meanwhile: `reached` is now the oldest event that is kept, and the client must not miss it.
  const kept: Place = { secuencia: reached.secuencia - 1, id: null };
  return readPage(log, restauranteId, { ...want, after: kept });
};
