import { type Admission, RATE_LIMIT, RATE_WINDOW_MS } from '../../domain/sliding-window.ts';
import type { Headers } from '../answer/answer.ts';

const POLICY = `"llave";q=${RATE_LIMIT};w=${RATE_WINDOW_MS / 1_000}`;

/** The contract's three headers and the IETF's two. */
export const rateHeaders = ({ remaining, resetMs }: Admission, nowMs: number): Headers => ({
  'x-ratelimit-limit': String(RATE_LIMIT),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(Math.ceil(resetMs / 1_000)),
  'ratelimit-policy': POLICY,
  ratelimit: `"llave";r=${remaining};t=${secondsUntil(resetMs, nowMs)}`,
});

/** Whole seconds, at least one: a client that waits for them finds a slot. */
export const secondsUntil = (resetMs: number, nowMs: number): number =>
  Math.max(1, Math.ceil((resetMs - nowMs) / 1_000));
