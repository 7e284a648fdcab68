import { Comanda, ComandaError, type Evento, type Pedido } from '@comanda/client';
import { missingScope } from '../../errors.ts';
import { makeWait } from '../../service.ts';
import type { SourceOrder } from '../rows/pedido-rows.ts';
import { readLines } from './lines.ts';

/** All changes of orders. Imports have to be named: the service sends them to nobody else. */
const FOLLOWED = ['pedido.*', 'pedido.importado'] as const;
const PAGE_EVENTS = 100;

interface SourceOptions {
  url: string;
  key: string;
  signal: AbortSignal;
  onWait(ms: number): void;
}

/** The service, as far as a mirror needs it. */
export const makeSource = ({ url, key, signal, onWait }: SourceOptions) => {
  const comanda = new Comanda({
    url,
    key,
    fetch: isLoopback(url) ? fetchPlain : fetch,
    wait: makeWait(onWait),
  });
  const call = { signal };

  return {
    /** The log's current position; null while there has never been an event. */
    head: async (): Promise<string | null> =>
      (await comanda.eventos.list({ despues_de: 'ultimo', limite: 1 }, call)).paginacion.siguiente,

    /** Whether the log has this position, and everything after it. */
    async holds(position: string): Promise<boolean> {
      try {
        await comanda.eventos.list({ despues_de: position, limite: 1 }, call);
        return true;
      } catch (error) {
        if (isLostPosition(error)) return false;
        throw error;
      }
    },

    /** All orders after this id, ascending, in chunks, and the log's position before the first of them. Fails if they are cut. */
    async export(after: string) {
      const from = after !== '' && { despues_de: after };
      const query = { formato: 'ndjson', con_cambio: true, ...from } as const;
      const response = await comanda.export('pedidos', query, call);
      return {
        position: response.headers.get('x-posicion') ?? '',
        orders: readOrders(response),
      };
    },

    /** A page of changes, oldest first; with an empty position, from the first one on. */
    async changes(after: string) {
      const from = after === '' ? {} : { despues_de: after };
      const query = { eventos: [...FOLLOWED], limite: PAGE_EVENTS, ...from };
      const { datos: events, paginacion } = await comanda.eventos.list(query, call);
      const position = paginacion.siguiente ?? '';
      return { events, position, isLast: position === after || events.length < PAGE_EVENTS };
    },

    /** Changes as they happen, until it is told to stop. Fails with ResetError if some are missing. */
    stream: (after: string, stop: AbortSignal): AsyncGenerator<Evento> =>
      comanda.events({ after, types: [...FOLLOWED], signal: AbortSignal.any([signal, stop]) }),

    /** About how many orders there are. */
    count: async (): Promise<number> =>
      (await comanda.pedidos.list({ limite: 1 }, call)).paginacion.total_aprox,

    carta: () => readable(comanda.carta({}, call)),
    zonas: () => readable(comanda.zonas(call)),
    restaurante: () => readable(comanda.restaurante(call)),
    /** From the summary: for a key that may not read the profile. */
    timeZone: async (): Promise<string> => (await comanda.resumen({}, call)).zona_horaria,
  };
};

export type Source = ReturnType<typeof makeSource>;

async function* readOrders(response: Response): AsyncGenerator<SourceOrder[]> {
  if (response.body === null) return;
  for await (const lines of readLines(response.body)) {
    yield lines.map(readOrder);
  }
}

/** The service writes these fields in front of those of the order. */
const CHANGE = /^\{"cambiado_en":"([^"]*)","secuencia":(\d+),/;

const readOrder = (line: string): SourceOrder => {
  const [change, cambiado_en = '', secuencia] = CHANGE.exec(line) ?? [];
  if (change === undefined) throw new Error('the service does not tell when an order changed');
  const text = `{${line.slice(change.length)}`;
  return { pedido: JSON.parse(text) as Pedido, text, cambiado_en, secuencia: Number(secuencia) };
};

/** Null if the key may not read it. */
const readable = async <T>(reading: Promise<T>): Promise<T | null> => {
  try {
    return await reading;
  } catch (error) {
    if (missingScope(error) !== undefined) return null;
    throw error;
  }
};

/** Whether a position is too old for the log, or of a log that no longer exists. */
export const isLostPosition = (error: unknown): boolean =>
  error instanceof ComandaError &&
  (error.codigo === 'eventos_caducados' || error.codigo === 'parametro_invalido');

/** Compression costs more than it saves where no network is in between. */
const isLoopback = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

const fetchPlain: typeof fetch = (input, init = {}) => {
  const headers = new Headers(init.headers);
  headers.set('accept-encoding', 'identity');
  return fetch(input, { ...init, headers });
};
