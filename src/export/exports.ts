import type { Lang } from '../contract/bilingual.ts';
import { COLUMNAS } from '../contract/columnas.ts';
import type { Estilo, Formato, Tabla } from '../contract/exportacion.ts';
import { isoTimestamp } from '../domain/time.ts';
import type { Clock } from '../platform/clock.ts';
import { makeConnectionLimit } from '../storage/accounts/connection-limit.ts';
import type { Reader } from '../storage/accounts/readers.ts';
import type { Closing } from '../storage/port/cierres.ts';
import { EXPORTACIONES_POR_LLAVE_MAX } from '../storage/port/limits.ts';
import type { Store } from '../storage/port/store.ts';
import { readClosingSlices } from './closing.ts';
import { makeConverter } from './converter.ts';
import type { ClosingFacts } from './format.ts';
import { type ExportRange, readSlices } from './slices.ts';
import { wordsOf } from './words.ts';

/** Conversions at once in this process: they share a thread and its memory. */
const CONVERSIONS_MAX = 4;
/** One restaurant gets fewer: with a few keys and slow readers it would keep everybody else waiting for hours. */
export const CONVERSIONS_OF_RESTAURANT_MAX = 3;
/** A reader that may not go on ends its exports within this time. */
const CHECK_MS = 500;

export interface ExportRequest extends ExportRange {
  reader: Reader;
  tabla: Tabla;
  formato: Formato;
  /** The language of headings; null: columns are named like fields. */
  idioma: Lang | null;
  estilo: Estilo;
  /** By default, orders as they are now. */
  closing?: Closing | null;
}

/** A file that may be made, and its place among the exports. */
export interface Export {
  pieces: AsyncIterable<Uint8Array>;
  /** Gives the place back. To be called once the client has the file or will not get it. */
  release(): void;
}

/** The limit that stands in the way of another file. */
export type Busy = 'reader is busy' | 'restaurant is busy' | 'all are busy';

interface ExportDeps {
  store: Pick<Store, 'pedidos' | 'cierres' | 'cuentas' | 'flujos'>;
  clock: Clock;
  onCountFailed(error: unknown): void;
}

export const makeExports = ({ store, clock, onCountFailed }: ExportDeps) => {
  const limit = makeConnectionLimit(store.flujos, EXPORTACIONES_POR_LLAVE_MAX, onCountFailed);
  /** The restaurants whose orders are being converted, one entry for each conversion. */
  const converting: string[] = [];
  const convert = makeConverter();

  /** Takes a place among the conversions. Returns a function that gives it back, or the limit that is reached. */
  const enter = (restauranteId: string): (() => void) | Busy => {
    const own = converting.filter((each) => each === restauranteId).length;
    if (own >= CONVERSIONS_OF_RESTAURANT_MAX) return 'restaurant is busy';
    if (converting.length >= CONVERSIONS_MAX) return 'all are busy';
    converting.push(restauranteId);
    return () => converting.splice(converting.indexOf(restauranteId), 1);
  };

  /** Throws the reader's own error once it may not go on. Asks the database at most every CHECK_MS. */
  const makeCheck = ({ id, standings }: Reader) => {
    let checkedMs = clock.monotonic();
    return async (): Promise<void> => {
      if (clock.monotonic() - checkedMs < CHECK_MS) return;
      checkedMs = clock.monotonic();
      const standing = (await standings([id])).get(id);
      const refusal = standing?.(clock.now(), 'pedidos.leer') ?? null;
      if (refusal !== null) throw refusal;
    };
  };

  /** As they are, or as they were when the month was closed: neither must change its file. */
  const namesOf = async (restauranteId: string, closing: Closing | null) => {
    if (closing !== null) return { nombre: closing.nombre, timeZone: closing.zona };
    const found = await store.cuentas.find(restauranteId);
    if (found === null) throw new Error(`there is no restaurant ${restauranteId}`);
    return { nombre: found.cuenta.nombre, timeZone: found.cuenta.zonaHoraria };
  };

  async function* makeFile(request: ExportRequest) {
    const { reader, tabla, formato, filter, by, idioma, estilo, closing = null } = request;
    const check = makeCheck(reader);
    const slices =
      closing === null
        ? readSlices(store.pedidos, request, check)
        : readClosingSlices(store.cierres, closing, request.after, check);
    if (isStored(request)) yield* slices;
    else {
      const { nombre, timeZone } = await namesOf(filter.restauranteId, closing);
      const words = idioma === null ? null : wordsOf(tabla, nombre, idioma);
      const { desde, hasta } = filter;
      const momento = by.fecha === 'cobro' ? { desde, hasta } : null;
      const columns = COLUMNAS[tabla];
      const dated = { fecha: by.fecha, momento };
      const options = { tabla, columns, formato, timeZone, ...dated, words, estilo };
      yield* convert(slices, { ...options, closing: factsOf(closing) });
    }
  }

  return {
    async open(request: ExportRequest): Promise<Export | Busy> {
      // Before the first `await`: requests that come together must not all find the same place free.
      const leave = isStored(request) ? () => undefined : enter(request.filter.restauranteId);
      if (typeof leave === 'string') return leave;
      using taken = new DisposableStack();
      taken.defer(leave);
      const releaseReader = await limit.acquire(`${request.reader.budget} exportacion`);
      if (releaseReader === null) return 'reader is busy';
      taken.defer(releaseReader);
      const held = taken.move();
      return { pieces: makeFile(request), release: () => held.dispose() };
    },
    close: limit.close,
  };
};

const factsOf = (closing: Closing | null): ClosingFacts | null => {
  if (closing === null) return null;
  const { id, mes, creadoMs, sello, sumas } = closing;
  return { id, mes, creadoEn: isoTimestamp(creadoMs), sello, sumas };
};

/** Whether the file consists of the stored bytes as they are. */
const isStored = ({ tabla, formato }: ExportRequest): boolean =>
  tabla === 'pedidos' && formato === 'ndjson';

export type Exports = ReturnType<typeof makeExports>;
