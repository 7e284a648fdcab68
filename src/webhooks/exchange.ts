import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { makeTogether } from '../async/together.ts';
import type { Fallo, Outcome } from '../domain/webhooks/outcome.ts';
import { type Connection, TargetError } from './connections.ts';
import { makeExcerpt, READ_BYTES_MAX } from './excerpt.ts';
import { stopsOf } from './stops.ts';

type WithoutTime<T> = T extends unknown ? Omit<T, 'durationMs'> : never;
/** How an exchange ended; how long it took is measured around it. */
export type Ending = WithoutTime<Outcome>;

export interface Outgoing {
  path: string;
  /** Names and values in turn. */
  headers: string[];
  body: Uint8Array;
}

/**
 * One request and its answer, against one deadline for all of it. Resolves as soon as the end is known,
 * and gives the connection back: a socket that still hangs in connecting is closed by its own limit.
 */
export const exchange = (
  { client, keep, giveBack }: Connection,
  { path, headers, body }: Outgoing,
  { deadlineMs, signal }: { deadlineMs: number; signal: AbortSignal },
): Promise<Ending> =>
  new Promise((resolve) => {
    let stage: 'before' | 'during' = 'before';
    let status: number | null = null;
    let answerHeaders: IncomingHttpHeaders = {};
    const chunks: Buffer[] = [];
    let size = 0;
    let isSettled = false;
    const stops = stopsOf(signal);

    /** The first end counts. What is not whole takes its connection along. */
    const settle = (ending: Ending | Promise<Ending>, isWhole = false): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      stops.leave(place);
      giveBack(isWhole);
      resolve(ending);
    };
    const failed = (blame: 'ours' | 'theirs', fallo: Fallo): Ending =>
      stage === 'before' ? { stage, blame, fallo } : { stage, blame, fallo, status };
    const ending = (extracto: string): Ending => ({
      stage: 'after',
      status: status ?? 0,
      retryAfter: answerHeaders['retry-after'] ?? null,
      extracto,
    });
    const answered = (): Ending | Promise<Ending> => {
      const extracto = makeExcerpt(chunks, answerHeaders['content-encoding']);
      return typeof extracto === 'string' ? ending(extracto) : extracto.then(ending);
    };

    const timer = setTimeout(() => settle(failed('theirs', 'plazo')), deadlineMs);
    const onStop = () => settle(failed('ours', 'cierre'));
    const place = stops.enter(onStop);
    if (signal.aborted) {
      onStop();
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
        size += chunk.length;
        // It has answered, and the rest of a long speech changes nothing.
        if (size >= READ_BYTES_MAX) settle(answered());
      },
      onResponseEnd() {
        if (isSettled) return;
        clearTimeout(timer);
        // The connection is free a turn after its answer.
        process.nextTick(together, () => settle(answered(), true));
      },
      onResponseError(_, error) {
        const { blame, fallo } = judge(error, stage);
        settle(failed(blame, fallo));
      },
      onRequestUpgrade(given) {
        given.abort(CUT);
        settle(failed('theirs', 'protocolo'));
      },
    };
    client.dispatch({ method: 'POST', path, headers, body, reset: !keep }, handler);
  });

/** What ended in one turn is judged together, and so is what comes after it signed and sent. */
const together = makeTogether();

const CUT = new Error('the attempt is over');

/** The machine has no route, no address, no file handle or no memory left: nobody else is to blame. */
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

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** What an error says about how far it came and whose doing it is. */
const judge = (
  error: Error,
  stage: 'before' | 'during',
): { blame: 'ours' | 'theirs'; fallo: Fallo } => {
  if (error instanceof TargetError) {
    return { blame: error.fallo === 'dns_propio' ? 'ours' : 'theirs', fallo: error.fallo };
  }
  // Several addresses were tried: one that a receiver refused tells more than one without a route.
  const tried = error instanceof AggregateError ? error.errors.map(codeOf) : [codeOf(error)];
  const code = tried.find((each) => !OURS.includes(each)) ?? tried[0] ?? '';
  if (OURS.includes(code) && stage === 'before') return { blame: 'ours', fallo: 'red_propia' };
  const theirs = (fallo: Fallo) => ({ blame: 'theirs' as const, fallo });
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return theirs('plazo');
  if (stage === 'before') return theirs(CONNECTING.includes(code) ? 'conexion' : 'tls');
  return theirs(CONNECTING.includes(code) ? 'corte' : 'protocolo');
};
