import { type Answer, NO_BODY } from '../wire/answer.ts';
import { type HeaderLines, linesOf } from '../wire/head.ts';

/**
 * Any origin may call with a key in the header; cookies play no part here, so nothing of a browser's
 * user can be abused.
 */
const ANY_ORIGIN = ['Access-Control-Allow-Origin', '*'];

const EXPOSED = [
  'ETag',
  'Retry-After',
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
].join(', ');

const CROSS_ORIGIN = linesOf([...ANY_ORIGIN, 'Access-Control-Expose-Headers', EXPOSED]);

export const corsLines = (origin: string | undefined): HeaderLines =>
  origin === undefined ? '' : CROSS_ORIGIN;

const REQUEST_HEADERS = 'Authorization, Content-Type, If-None-Match, Last-Event-ID, X-Request-Id';
const PREFLIGHT_SECONDS = '86400';

/** `OPTIONS`: what may be done here. A browser asks before it sends a key, so none is needed. */
export const describeMethods = (allow: string): Answer => ({
  status: 204,
  headers: [
    ...['Allow', allow],
    ...['Access-Control-Allow-Methods', allow],
    ...['Access-Control-Allow-Headers', REQUEST_HEADERS],
    ...['Access-Control-Max-Age', PREFLIGHT_SECONDS],
  ],
  body: NO_BODY,
});
