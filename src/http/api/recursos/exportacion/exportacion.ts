import { type Formato, TABLAS, XLSX_FILAS_MAX } from '../../../../contract/exportacion.ts';
import { PEDIDO_ID } from '../../../../contract/ids.ts';
import { MEDIA_TYPES } from '../../../../contract/rutas/exportacion.ts';
import {
  type Busy,
  CONVERSIONS_OF_RESTAURANT_MAX,
  type Export,
  type ExportRequest,
  type Exports,
} from '../../../../export/exports.ts';
import { fileName } from '../../../../export/file-name.ts';
import { TooManyRows } from '../../../../export/format.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { EXPORTACIONES_POR_LLAVE_MAX } from '../../../../storage/port/limits.ts';
import type { Store } from '../../../../storage/port/store.ts';
import { type Answer, type Headers, NO_BODY } from '../../../answer/answer.ts';
import { ApiError, invalid } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { readPositionId } from '../eventos.ts';
import { readFilter } from '../pedidos.ts';
import { requireCuenta } from '../restaurante.ts';
import { readClosing } from './cierre.ts';
import { readBy, readRange } from './fechas.ts';

type Request = Parameters<Handlers['exportarTabla']>[0];

const RETRY_SECONDS = 10;

/** `GET /exportacion/{tabla}`: every order that matches, as one file. */
export const exportTable =
  (
    { log, cierres, cuentas, pedidos }: Pick<Store, 'log' | 'cierres' | 'cuentas' | 'pedidos'>,
    exports: Pick<Exports, 'open'>,
    clock: Pick<Clock, 'now'>,
  ): Handlers['exportarTabla'] =>
  async (request) => {
    const wanted = await readWanted({ log, cierres, cuentas }, request);
    const { tabla, formato, filter, closing } = wanted;
    if (formato === 'xlsx' && (await isTooLong(pedidos, wanted))) throw tooManyRows();
    const { cuenta } = await requireCuenta(cuentas, filter.restauranteId);
    const { slug, zonaHoraria: zone } = cuenta;
    const span = { desdeMs: filter.desde, hastaMs: filter.hasta };
    const cierre = closing?.id ?? null;
    const named = { slug, tabla, formato, zone: closing?.zona ?? zone, ...span, cierre };
    const file = await exports.open(wanted);
    if (typeof file === 'string') throw tooMany(file);
    try {
      // Read before the first row, so that every change that the file lacks follows this position.
      const position = closing === null && {
        'x-posicion': await readPositionId(log, filter.restauranteId),
      };
      const headers = { ...fileHeaders(formato, fileName(named, clock.now())), ...position };
      const answer: Answer = { status: 200, headers, body: NO_BODY, release: file.release };
      if (request.method === 'HEAD') {
        return { ...answer, pieces: { from: [], isPlain: false } };
      }
      if (formato !== 'xlsx') {
        return { ...answer, pieces: { from: file.pieces, isPlain: formato !== 'parquet' } };
      }
      // A workbook too keeps its place until it is sent: else workbooks for slow readers would pile up in memory.
      const book = await collectWorkbook(file, request);
      const bytes = book.reduce((sum, { length }) => sum + length, 0);
      const length = { 'content-length': String(bytes) };
      const pieces = { from: book, isPlain: false };
      return { ...answer, headers: { ...headers, ...length }, pieces };
    } catch (error) {
      file.release();
      throw error instanceof TooManyRows ? tooManyRows() : error;
    }
  };

const readWanted = async (
  { log, cierres, cuentas }: Pick<Store, 'log' | 'cierres' | 'cuentas'>,
  request: Request,
): Promise<ExportRequest> => {
  const { principal, restauranteId, params, query, httpVersion } = request;
  const tabla = TABLAS.find((each) => each === params['tabla']);
  if (tabla === undefined) {
    throw new ApiError('no_encontrado', `No existe esta tabla; hay: ${TABLAS.join(', ')}.`);
  }
  const { formato, estilo, despues_de: after, ...filters } = query;
  const idioma = query.idioma ?? (estilo === 'excel' ? 'es' : null);
  if (after !== null && !PEDIDO_ID.test(after)) {
    throw invalid(
      'El valor de «despues_de» no es el id de un pedido.',
      'el id de un pedido, ped_…',
    );
  }
  if (estilo === 'excel' && formato !== 'csv') {
    throw invalid('«estilo=excel» es solo para «formato=csv».', ['csv']);
  }
  if (httpVersion === '1.0') {
    throw invalid(
      'Con HTTP/1.0 no se distingue un archivo entero de uno cortado: usa HTTP/1.1.',
      'HTTP/1.1',
    );
  }
  const file = { reader: principal.reader, tabla, formato, idioma, estilo, after: after ?? '' };
  const { cierre } = query;
  if (cierre !== null) {
    return { ...file, ...(await readClosing(cierres, restauranteId, tabla, { ...query, cierre })) };
  }
  const range = await readRange(cuentas, request);
  const asked = await readFilter(cuentas, restauranteId, { ...filters, ...range });
  const filter = (await request.narrowFile?.(asked)) ?? asked;
  const by = await readBy(log, request, tabla);
  return { ...file, filter, by, closing: null };
};

/** Without a charset, Python's requests and Perl's LWP take `text/csv` for ISO-8859-1. */
const CONTENT_TYPES = {
  ...MEDIA_TYPES,
  ndjson: `${MEDIA_TYPES.ndjson}; charset=utf-8`,
  csv: `${MEDIA_TYPES.csv}; charset=utf-8`,
};

const fileHeaders = (formato: Formato, name: string): Headers => ({
  'content-type': CONTENT_TYPES[formato],
  'content-disposition': `attachment; filename="${name}"`,
  // nginx would buffer 1 GB in a file, then read nothing until the client has all of it: to us the client would look stalled.
  'x-accel-buffering': 'no',
});

/** How far the estimate of a large count may be off. */
const COUNT_ERROR = 0.05;

/** Whether a workbook certainly cannot hold the rows, which is told before work begins. Not every order has payments; counters know no date but that of creation. */
const isTooLong = async (
  pedidos: Pick<Store['pedidos'], 'count'>,
  { tabla, filter, by: { fecha, cambiado }, closing }: ExportRequest,
): Promise<boolean> =>
  closing === null &&
  tabla !== 'pagos' &&
  fecha === 'creacion' &&
  cambiado === null &&
  (await pedidos.count(filter)) * (1 - COUNT_ERROR) > XLSX_FILAS_MAX;

/** Collects a workbook, which its limit of rows keeps small, so that too many rows are refused before the first byte goes out. */
const collectWorkbook = async ({ pieces }: Export, { isGone }: Request): Promise<Uint8Array[]> => {
  const made: Uint8Array[] = [];
  for await (const piece of pieces) {
    // Many seconds may pass before the first byte: a client that gives up meanwhile, or asks again, must not hold a thread.
    if (isGone()) break;
    made.push(piece);
  }
  return made;
};

const BUSY: Readonly<Record<Busy, string>> = {
  'reader is busy': `La llave ya tiene ${EXPORTACIONES_POR_LLAVE_MAX} exportaciones en marcha`,
  'restaurant is busy': `Ya se convierten ${CONVERSIONS_OF_RESTAURANT_MAX} exportaciones del restaurante`,
  'all are busy': 'El servicio ya prepara otras exportaciones',
};

const tooMany = (busy: Busy): ApiError => {
  const message = `${BUSY[busy]}; reintenta en ${RETRY_SECONDS} s.`;
  const headers = { 'retry-after': String(RETRY_SECONDS) };
  return new ApiError('limite_alcanzado', message, { headers });
};

const tooManyRows = (): ApiError =>
  invalid(
    `Son más de ${XLSX_FILAS_MAX} filas, que no caben en «xlsx»: usa «csv», o pide cada mes por separado.`,
    ['ndjson', 'csv', 'parquet'],
  );
