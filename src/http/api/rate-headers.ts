import { type Admission, RATE_LIMIT, RATE_WINDOW_MS } from '../../domain/sliding-window.ts';
import type { HeaderList } from '../wire/answer.ts';

const POLICY = `"llave";q=${RATE_LIMIT};w=${RATE_WINDOW_MS / 1_000}`;

/** The contract's three headers and the IETF's two. */
export const rateHeaders = ({ remaining, resetMs }: Admission, nowMs: number): HeaderList => [
  ...['X-RateLimit-Limit', String(RATE_LIMIT)],
  ...['X-RateLimit-Remaining', String(remaining)],
  ...['X-RateLimit-Reset', String(Math.ceil(resetMs / 1_000))],
  ...['RateLimit-Policy', POLICY],
  ...['RateLimit', `"llave";r=${remaining};t=${secondsUntil(resetMs, nowMs)}`],
];

/** Whole seconds, at least one: a client that waits for them finds a slot. */
export const secondsUntil = (resetMs: number, nowMs: number): number =>
  Math.max(1, Math.ceil((resetMs - nowMs) / 1_000));
