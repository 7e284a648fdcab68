import { ComandaError, type PaginaEventos } from '@comanda/client';
import { parseAnswer, readText } from '@comanda/client/internal';
import { InvalidArgumentError } from 'commander';
import type { Clock } from '../clock.ts';
import type { EventFilter } from '../delivery/event-types.ts';
import { readWhen, type When } from '../readers.ts';
import { firstContact, type Service, serviceNowMs } from '../service.ts';
import { type IncomingEvent, LATEST, toIncoming } from './source.ts';

export type Since = { kind: 'now' } | { kind: 'event'; id: string } | { kind: 'time'; when: When };

export const since = (given: string): Since => {
  if (given === 'now') return { kind: 'now' };
  if (/^evt_[A-Za-z0-9_-]{1,64}$/.test(given)) return { kind: 'event', id: given };
  const when = readWhen(given);
  if (when !== null) return { kind: 'time', when };
  throw new InvalidArgumentError(
    `must be now, a duration such as 30m, 2h or 7d, a time such as 2026-11-16T12:00:00Z, or the id of an event (evt_…)`,
  );
};

export interface Start {
  /** Reading begins after this event; undefined: with the next one that happens. */
  after: string | undefined;
  /** Events created before this are skipped; null: none is. */
  fromMs: number | null;
  /** The event `after` itself, if it is to be shown too. */
  first: IncomingEvent | null;
}

/** Finds where to begin, and proves that the service is there and takes the key. */
export const findStart = async (
  service: Service,
  { asked, clock, types }: { asked: Since; clock: Clock; types: readonly EventFilter[] },
): Promise<Start> => {
  const position = asked.kind === 'time' ? { eventos: types } : { despues_de: LATEST };
  const query = { limite: 1, ...position };
  try {
    const response = await firstContact(service).request('/eventos', { query });
    const { datos, paginacion } = parseAnswer<PaginaEventos>(
      await readText(response),
      response.url,
    );
    if (asked.kind === 'event') return startAfter(asked.id);
    if (asked.kind === 'now') return startAfter(paginacion.siguiente ?? undefined);
    const { when } = asked;
    const nowMs = serviceNowMs(response, clock);
    const fromMs = 'time' in when ? Date.parse(when.time) : nowMs - when.agoMs;
    const [oldest] = datos;
    const isIn = oldest !== undefined && Date.parse(oldest.creado_en) >= fromMs;
    const first = isIn ? toIncoming(oldest, JSON.stringify(oldest)) : null;
    return { after: oldest?.id, fromMs, first };
  } catch (error) {
    // A key with the stream's scope alone cannot ask for a position: the stream will tell it one.
    const isListener = error instanceof ComandaError && error.codigo === 'alcance_insuficiente';
    if (!isListener || asked.kind === 'time') throw error;
    return startAfter(asked.kind === 'event' ? asked.id : undefined);
  }
};

const startAfter = (after: string | undefined): Start => ({ after, fromMs: null, first: null });
