import { type Comanda, ComandaError, type ExportarTabla, type Tabla } from '@comanda/client';
import { isUntrusted, sleep } from '@comanda/client/internal';
import type { Progress } from '@comanda/command-line';
import { Failure } from '@comanda/command-line';
import type { Clock } from '../clock.ts';
import { describeError, EXIT, isPassingAnswer } from '../errors.ts';
import type { Formato } from '../values.ts';
import { type Row, readRows } from './records.ts';
import { type Done, NOTHING_DONE, type Target } from './target.ts';

/** Failures in a row, without a single order in between. */
const FAILURES_MAX = 8;
const BACKOFF_MS = 1_000;
const BACKOFF_MS_MAX = 30_000;
/** A connection without a byte for so long counts as dead. */
const SILENCE_MS_MAX = 60_000;
const KEEP_EVERY_MS = 1_000;
const WRITE_CHARS = 256 * 1_024;

interface TransferOptions {
  comanda: Comanda;
  tabla: Tabla;
  formato: Formato;
  filters: Omit<ExportarTabla, 'formato' | 'despues_de'>;
  target: Target;
  progress: Pick<Progress, 'update' | 'say'>;
  signal: AbortSignal;
  clock: Pick<Clock, 'monotonic'>;
  random: () => number;
}

/** Exports a whole table; resumes after broken connections. */
export const transfer = async (options: TransferOptions): Promise<Done> => {
  const { target, progress, signal, random, formato } = options;
  const state: State = { done: target.begun, lastOrder: null };
  for (let failures = 0; ; ) {
    const before = state.done.orders;
    try {
      const isWhole = await attempt(options, state);
      if (!isWhole) continue;
      await target.finish();
      return state.done;
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      state.lastOrder = null;
      failures = state.done.orders > before ? 1 : failures + 1;
      const { line } = describeError(error);
      if (failures >= FAILURES_MAX)
        throw new Failure(line, { code: EXIT.unreachable, cause: error });
      if (!isRows(formato) && !(await target.restart())) {
        const advice = `an interrupted ${formato} cannot be resumed: give -o FILE, or use csv`;
        throw new Failure(`${line}; ${advice}`, { code: EXIT.unreachable, cause: error });
      }
      if (!isRows(formato)) state.done = NOTHING_DONE;
      const next = isRows(formato)
        ? 'resuming'
        : `starting over, because ${formato} cannot be resumed`;
      progress.say(`comanda: ${line}; ${next}`);
      await sleep(Math.min(BACKOFF_MS * 2 ** (failures - 1), BACKOFF_MS_MAX) * random(), signal);
    }
  }
};

/** Formats whose rows can be told apart: an export of them resumes after a cut. */
export const isRows = (formato: Formato): formato is 'ndjson' | 'csv' =>
  formato === 'ndjson' || formato === 'csv';

/** A wrong request or file would fail again. */
const isPassing = (error: unknown): boolean => {
  if (error instanceof Failure || isUntrusted(error)) return false;
  return !(error instanceof ComandaError) || isPassingAnswer(error);
};

/** How far the attempts have come. */
interface State {
  done: Done;
  /** The rows of the last order in the answer before; empty if that had none, null if it failed. */
  lastOrder: string | null;
}

/** Requests what is left; returns whether the export is complete. */
const attempt = async (options: TransferOptions, state: State): Promise<boolean> => {
  const { comanda, tabla, formato, filters, signal } = options;
  const { done } = state;
  const from = done.lastId === null ? {} : { despues_de: done.lastId };
  const silence = new AbortController();
  const response = await comanda.export(
    tabla,
    { ...filters, formato, ...from },
    { signal: AbortSignal.any([signal, silence.signal]) },
  );
  const begun = { ...done, posicion: done.posicion ?? response.headers.get('x-posicion') };
  const chunks = readBody(response, silence);
  if (isRows(formato)) return writeRows({ ...options, formato }, state, { begun, chunks });
  const bytes = await writeBytes({ ...options, formato }, chunks);
  state.done = { ...begun, bytes };
  return true;
};

/** The mark near the end of a whole file, and how many bytes before the end it begins. */
const ENDINGS = { xlsx: [22, 'PK\x05\x06'], parquet: [4, 'PAR1'] } as const;
const ENDING_BYTES_MAX = 22;

/** Only the reading is timed: a slow file or pipe does not make the service silent. */
async function* readBody(response: Response, silence: AbortController): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  try {
    while (true) {
      const timer = setTimeout(
        () => silence.abort(new Error('the service has gone silent')),
        SILENCE_MS_MAX,
      );
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const writeBytes = async (
  { target, progress, formato }: TransferOptions & { formato: keyof typeof ENDINGS },
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> => {
  let bytes = 0;
  let tail = Buffer.alloc(0);
  for await (const chunk of chunks) {
    await target.write(chunk);
    bytes += chunk.length;
    tail = Buffer.concat([tail, chunk.subarray(-ENDING_BYTES_MAX)]).subarray(-ENDING_BYTES_MAX);
    progress.update(0, bytes);
  }
  const [at, ending] = ENDINGS[formato];
  if (tail.subarray(-at).indexOf(ending) !== 0)
    throw new Error('the service ended its answer too early');
  return bytes;
};

/**
 * The rows of an order are written once the next order begins: a broken export then ends with a whole order, and
 * resumes after it. Some proxies end a broken answer as if it were whole (Caddy 2.6, HAProxy 2.6 over HTTP/2), so the
 * last order is requested again: the export is complete once an answer repeats just that order, or once two answers
 * in a row are empty.
 */
const writeRows = async (
  options: TransferOptions & { formato: 'ndjson' | 'csv' },
  state: State,
  { begun, chunks }: { begun: Done; chunks: AsyncIterable<Uint8Array> },
): Promise<boolean> => {
  const { target, progress, tabla, formato, clock } = options;
  let done = begun;
  /** Whole orders that are not written yet, and the rows of the order that may have more. */
  let [whole, open]: [string, Row[]] = ['', []];
  let keptMs = clock.monotonic();

  const write = async (): Promise<void> => {
    await target.write(whole);
    done = { ...done, bytes: done.bytes + Buffer.byteLength(whole) };
    whole = '';
    state.done = done;
    if (clock.monotonic() - keptMs < KEEP_EVERY_MS) return;
    await target.keep(done);
    keptMs = clock.monotonic();
  };
  const openText = (): string => open.map(({ text }) => text).join('');
  const closeOrder = (): void => {
    const [row] = open;
    if (row === undefined) return;
    whole += openText();
    const { orders, rows } = done;
    done = { ...done, lastId: row.orderId, orders: orders + 1, rows: rows + open.length };
    open = [];
  };

  const take = async (row: Row): Promise<void> => {
    if (row.orderId === null) {
      // A file that is resumed has its column names already.
      if (begun.lastId === null) whole += row.text;
      return;
    }
    if (open[0]?.orderId !== row.orderId) closeOrder();
    open.push(row);
    if (whole.length >= WRITE_CHARS) await write();
    progress.update(done.orders, done.bytes);
  };

  // Before the first order there are at most the column names, which the next answer repeats.
  const hasOrders = () => done.lastId !== null;
  try {
    for await (const row of readRows(chunks, { tabla, formato })) await take(row);
  } catch (error) {
    if (!(error instanceof Failure) && hasOrders()) {
      await write();
      await target.keep(done);
    }
    throw error;
  }
  const seen = openText();
  const isEnd = done.lastId === begun.lastId && seen === state.lastOrder;
  if (isEnd) closeOrder();
  if (isEnd || hasOrders()) await write();
  Object.assign(state, { done, lastOrder: seen });
  return isEnd;
};
