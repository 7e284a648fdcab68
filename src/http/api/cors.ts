import type { Headers } from '../answer/answer.ts';

const EXPOSED =
  'ETag, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ' +
  'RateLimit, RateLimit-Policy, X-Posicion, Content-Disposition';

/**
 * Any origin may call with a key in the header; cookies play no part here, so nothing of a browser's
 * user can be abused.
 */
export const CROSS_ORIGIN: Headers = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
};

const REQUEST_HEADERS = 'Authorization, Content-Type, If-None-Match, Last-Event-ID, X-Request-Id';
const PREFLIGHT_SECONDS = '86400';

/** The headers of the answer to `OPTIONS`. */
export const describeMethods = (allow: string): Headers => ({
  allow,
  'access-control-allow-methods': allow,
  'access-control-allow-headers': REQUEST_HEADERS,
  'access-control-max-age': PREFLIGHT_SECONDS,
});
