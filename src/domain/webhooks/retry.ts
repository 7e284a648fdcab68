import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts';
import type { Outcome } from './outcome.ts';

/** The delay between the first attempt and the second, and so on: 12 attempts in about three days. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** Spreads out the retries of deliveries that failed together. */
const JITTER = 0.2;
export const withJitter = (delayMs: number, random: number): number =>
  Math.round(delayMs * (1 + JITTER * random));

/** No delivery or endpoint waits longer than this for its next attempt. */
export const WAIT_MS_MAX = withJitter(Math.max(...RETRY_DELAYS_MS), 1);

const RETRY_AFTER_MIN_MS = SECOND_MS;
const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;
const OUR_FAULT_DELAY_MS = 5 * SECOND_MS;

const GONE = 410;
const MAY_ASK_FOR_A_PAUSE = new Set([429, 503]);

export type Verdict =
  | { kind: 'success' }
  /** Spends an attempt; null if it was the last one. */
  | { kind: 'failure'; retryAtMs: number | null }
  /** The endpoint asks for a pause: nothing is spent, nothing is sent until then. */
  | { kind: 'pause'; untilMs: number }
  /** The endpoint is gone for good: the webhook is turned off. Undelivered events stay owed. */
  | { kind: 'gone' }
  /** A kept connection was stale: the next attempt begins at once. Says nothing of the endpoint, and spends nothing. */
  | { kind: 'stale' }
  | { kind: 'ours'; retryAtMs: number };

interface JudgeContext {
  fallos: number;
  nowMs: number;
  /** At least 0, less than 1. */
  random: number;
}

/** Whether the endpoint has taken the event: it gave a whole answer with a status of 2xx. */
export const isDelivered = (outcome: Outcome): boolean =>
  outcome.stage === 'after' && outcome.status >= 200 && outcome.status < 300;

export const judge = (outcome: Outcome, context: JudgeContext): Verdict => {
  const { nowMs, random } = context;
  if (isDelivered(outcome)) return { kind: 'success' };
  if (outcome.stage !== 'after') {
    if (outcome.isStale) return { kind: 'stale' };
    if (outcome.blame === 'theirs') return failure(context);
    return { kind: 'ours', retryAtMs: nowMs + withJitter(OUR_FAULT_DELAY_MS, random) };
  }
  const { status, retryAfter } = outcome;
  if (status === GONE) return { kind: 'gone' };
  if (MAY_ASK_FOR_A_PAUSE.has(status)) {
    const untilMs = parseRetryAfter(retryAfter, nowMs);
    if (untilMs !== null) return { kind: 'pause', untilMs };
  }
  return failure(context);
};

const failure = ({ fallos, nowMs, random }: JudgeContext): Verdict => {
  const delayMs = RETRY_DELAYS_MS[fallos];
  const retryAtMs = delayMs === undefined ? null : nowMs + withJitter(delayMs, random);
  return { kind: 'failure', retryAtMs };
};

export const parseRetryAfter = (header: string | null, nowMs: number): number | null => {
  const text = header?.trim() ?? '';
  const atMs = /^\d+$/.test(text) ? nowMs + Number(text) * SECOND_MS : parseHttpDate(text);
  if (atMs === null) return null;
  return Math.min(Math.max(atMs, nowMs + RETRY_AFTER_MIN_MS), nowMs + RETRY_AFTER_MAX_MS);
};

/** The three forms of RFC 9110. The last one, that of C's `asctime`, is in UTC but does not say so. */
const HTTP_DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

const parseHttpDate = (text: string): number | null => {
  if (!HTTP_DATES.some((form) => form.test(text))) return null;
  const ms = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(ms) ? null : ms;
};

export const recordOf = (outcome: Outcome) => {
  const { durationMs: duracionMs } = outcome;
  if (outcome.stage === 'after') {
    const { status, extracto } = outcome;
    return { status, fallo: null, duracionMs, extracto };
  }
  const status = outcome.stage === 'during' ? outcome.status : null;
  return { status, fallo: outcome.fallo, duracionMs, extracto: null };
};
