import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { codeOf } from '@comanda/command-line';
import type { Clock } from '../clock.ts';
import { firmaOf, standardSignatureOf } from './signing.ts';

/** For the whole attempt, as in a real delivery: connecting, sending, and the answer to its last byte. */
const ATTEMPT_MS_MAX = 15_000;
const ANSWER_BYTES_MAX = 1_024 * 1_024;
const EXCERPT_BYTES = 300;

interface Delivery {
  id: string;
  tipo: string;
  /** From 1. */
  intento: number;
  body: Uint8Array;
}

export interface Outcome {
  /** Null when there was no answer. */
  status: number | null;
  /** Why there was no answer, or how the answer begins. */
  detail: string;
  /** Seconds, from the header of that name; null without one. */
  retryAfter: number | null;
  durationMs: number;
}

export type Send = (delivery: Delivery, signal?: AbortSignal) => Promise<Outcome>;

interface SenderOptions {
  to: URL;
  secreto: string;
  version: string;
  clock: Clock;
  timeoutMs?: number;
}

export const isSuccess = ({ status }: Outcome): boolean =>
  status !== null && status >= 200 && status < 300;

/** POSTs as the service does: the same headers in the same order, the same bytes, no redirect followed. */
export const makeSender = (options: SenderOptions): Send => {
  const { to, clock, timeoutMs = ATTEMPT_MS_MAX } = options;
  const isSecure = to.protocol === 'https:';
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const open = isSecure ? httpsRequest : httpRequest;

  const exchange = async (delivery: Delivery, signal: AbortSignal) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = headersOf(delivery, options);
      const request = open(to, { agent, method: 'POST', headers, signal });
      request.once('response', resolve).once('error', reject).end(delivery.body);
    });
    return { response, excerpt: await readAnswer(response) };
  };

  return async (delivery, signal) => {
    const startMs = clock.monotonic();
    const deadline = AbortSignal.timeout(timeoutMs);
    const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    try {
      const { response, excerpt } = await exchange(delivery, either);
      const { statusCode = 0, headers } = response;
      const retryAfter = /^\d{1,6}$/.exec(headers['retry-after'] ?? '')?.[0];
      return {
        status: statusCode,
        detail: excerpt,
        retryAfter: retryAfter === undefined ? null : Number(retryAfter),
        durationMs: Math.round(clock.monotonic() - startMs),
      };
    } catch (error) {
      if (signal?.aborted) throw error;
      const durationMs = Math.round(clock.monotonic() - startMs);
      const detail = deadline.aborted ? `no answer within ${timeoutMs / 1_000} s` : reasonOf(error);
      return { status: null, detail, retryAfter: null, durationMs };
    }
  };
};

/** A flat list: Node then sends the names as written, in this order. */
const headersOf = (
  { id, tipo, intento, body }: Delivery,
  { to, secreto, version, clock }: SenderOptions,
): string[] => {
  const seconds = Math.floor(clock.now() / 1_000);
  return [
    ...['Host', to.host],
    ...['Content-Type', 'application/json; charset=utf-8'],
    ...['User-Agent', `Comanda/${version}`],
    ...['Accept', '*/*'],
    ...['X-Svc-Evento', tipo],
    ...['X-Svc-Id', id],
    ...['X-Svc-Intento', String(intento)],
    ...['X-Svc-Firma', firmaOf(secreto, body)],
    ...['webhook-id', id],
    ...['webhook-timestamp', String(seconds)],
    ...['webhook-signature', standardSignatureOf(secreto, { id, seconds, body })],
    ...['Content-Length', String(body.length)],
  ];
};

/** How the answer begins. Reading stops at a limit, because an answer may never end. */
const readAnswer = async (response: IncomingMessage): Promise<string> => {
  let excerpt = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (excerpt.length < EXCERPT_BYTES) excerpt = Buffer.concat([excerpt, chunk]);
    if (size > ANSWER_BYTES_MAX) break;
  }
  return excerpt.subarray(0, EXCERPT_BYTES).toString('utf8');
};

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  // If Node tried several addresses, the error is an AggregateError with an empty message.
  return error.message || codeOf(error) || error.name;
};
