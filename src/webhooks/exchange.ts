import { Buffer } from 'node:buffer';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip, createZstdDecompress } from 'node:zlib';
import type { Dispatcher } from 'undici';
import type { Fallo } from '../contract/recursos/entrega.ts';
import type { Outcome } from '../domain/webhooks/outcome.ts';
import { makeTogether } from '../platform/async/together.ts';
import { codeOf } from '../platform/error-codes.ts';
import { type Connection, TargetError } from './connection-pool.ts';

type WithoutTime<T> = T extends unknown ? Omit<T, 'durationMs'> : never;
/** How an exchange ended. The caller measures how long it took. */
export type Ending = WithoutTime<Outcome>;

interface Outgoing {
  path: string;
  /** Names and values in turn. */
  headers: string[];
  body: Uint8Array;
}

/**
 * Sends one request and reads its answer, all under one deadline. A socket that still hangs in connecting is closed by
 * the timeout of the pool.
 */
export const exchange = (
  { client, keep, giveBack }: Omit<Connection, 'wasKept'>,
  { path, headers, body }: Outgoing,
  { deadlineMs, signal }: { deadlineMs: number; signal: AbortSignal },
): Promise<Ending> =>
  new Promise((resolve) => {
    let stage: 'before' | 'during' = 'before';
    let status: number | null = null;
    let answerHeaders: AnswerHeaders = {};
    const chunks: Buffer[] = [];
    let size = 0;
    let isSettled = false;

    /** The first end counts. A connection with a half-read answer is not used again. */
    const settle = (ending: Ending | Promise<Ending>, isWhole = false): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      giveBack(isWhole);
      resolve(ending);
    };
    const failed = (blame: 'ours' | 'theirs', fallo: Fallo): Ending =>
      stage === 'before' ? { stage, blame, fallo } : { stage, blame, fallo, status };
    const answered = async (): Promise<Ending> => ({
      stage: 'after',
      status: status ?? 0,
      retryAfter: firstOf(answerHeaders['retry-after']) ?? null,
      extracto: await makePreview(chunks, firstOf(answerHeaders['content-encoding'])),
    });

    const timer = setTimeout(() => settle(failed('theirs', 'plazo')), deadlineMs);
    const onAbort = () => settle(failed('ours', 'cierre'));
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) {
      onAbort();
      return;
    }

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {
        stage = 'during';
      },
      onResponseStart(_, statusCode, given) {
        // An interim answer; the real one follows.
        if (statusCode < 200) return;
        status = statusCode;
        answerHeaders = given;
      },
      onResponseData(_, chunk) {
        if (isSettled) return;
        const room = READ_BYTES_MAX - size;
        chunks.push(chunk.length <= room ? chunk : chunk.subarray(0, room));
        size += chunk.length + CHUNK_OVERHEAD_BYTES;
        // The status counts; the rest of a long body changes nothing.
        if (size >= READ_BYTES_MAX) settle(answered());
      },
      onResponseEnd() {
        if (isSettled) return;
        // The whole answer is here: neither the deadline nor a stop may make a failure of it.
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        // undici frees the connection a tick after its answer.
        process.nextTick(together, () => settle(answered(), true));
      },
      onResponseError(_, error) {
        const { blame, fallo } = classifyError(error, stage);
        settle(failed(blame, fallo));
      },
      onRequestUpgrade(given) {
        given.abort(CUT);
        settle(failed('theirs', 'protocolo'));
      },
    };
    client.dispatch({ method: 'POST', path, headers, body, reset: !keep }, handler);
  });

/** Node's type has these headers as one string each, but undici gives a list if a header comes twice. */
type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

const firstOf = (header: string | string[] | undefined): string | undefined => [header].flat()[0];

/** Memory that a chunk takes besides its bytes. Uncounted, an answer in chunks of one byte would take ten megabytes. */
const CHUNK_OVERHEAD_BYTES = 128;

/** Answers of one turn are handled together, so the next attempts are signed and sent together. */
const together = makeTogether();

const CUT = new Error('the attempt is over');

/** Codes that blame this machine: it has no route, address, file handle or memory left. */
const OURS = [
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'EACCES',
  'EPERM',
];
const CONNECTING = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'EPIPE',
  'ENOTCONN',
  'UND_ERR_SOCKET',
];

const classifyError = (
  error: Error,
  stage: 'before' | 'during',
): { blame: 'ours' | 'theirs'; fallo: Fallo } => {
  if (error instanceof TargetError) {
    return { blame: error.fallo === 'dns_propio' ? 'ours' : 'theirs', fallo: error.fallo };
  }
  // If several addresses were tried, a refusal by the receiver tells more than a missing route.
  const tried = error instanceof AggregateError ? error.errors.map(codeOf) : [codeOf(error)];
  const code = tried.find((each) => !OURS.includes(each)) ?? tried[0] ?? '';
  if (OURS.includes(code) && stage === 'before') return { blame: 'ours', fallo: 'red_propia' };
  const theirs = (fallo: Fallo) => ({ blame: 'theirs' as const, fallo });
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return theirs('plazo');
  if (stage === 'before') return theirs(CONNECTING.includes(code) ? 'conexion' : 'tls');
  return theirs(CONNECTING.includes(code) ? 'corte' : 'protocolo');
};

/** Bytes of a response body that are read; a longer one is cut off, and its status still counts. */
const READ_BYTES_MAX = 64 * 1_024;
const KEPT_BYTES_MAX = 4 * 1_024;

/** Unzip tells gzip from deflate by itself. */
const DECODERS = new Map<string, () => Transform>([
  ['gzip', createUnzip],
  ['x-gzip', createUnzip],
  ['deflate', createUnzip],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
]);

/** Unpacks no more of a compressed body than is kept, so that a decompression bomb costs nothing. */
const makePreview = async (
  chunks: readonly Buffer[],
  contentEncoding: string | undefined,
): Promise<string> => {
  if (chunks.length === 0) return '';
  const bytes = Buffer.concat(chunks);
  const makeDecoder = DECODERS.get(contentEncoding?.trim().toLowerCase() ?? '');
  return toText(makeDecoder === undefined ? bytes : await unpack(bytes, makeDecoder()));
};

/** Keeps what was unpacked before an error. */
const unpack = (bytes: Buffer, decoder: Transform): Promise<Buffer> =>
  new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    decoder
      .on('data', (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size >= KEPT_BYTES_MAX) decoder.destroy();
      })
      .on('error', () => decoder.destroy())
      .on('close', () => resolve(Buffer.concat(parts)))
      .end(bytes);
  });

/** Removes control characters, which could rewrite a terminal. Replacing invalid UTF-8 lengthens a text, so it is cut again. */
const toText = (bytes: Buffer): string =>
  cutText(Buffer.from(cutText(bytes).replace(/[^\P{Cc}\n\t]/gu, '')));

const cutText = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes.subarray(0, KEPT_BYTES_MAX), { stream: true });
