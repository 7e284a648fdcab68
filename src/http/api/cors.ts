import { type Answer, type HeaderList, NO_BODY } from '../wire/answer.ts';

const EXPOSED =
  'ETag, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ' +
  'RateLimit, RateLimit-Policy, X-Posicion, Content-Disposition';

/**
 * Any origin may call with a key in the header; cookies play no part here, so nothing of a browser's
 * user can be abused.
 */
export const CROSS_ORIGIN: HeaderList = [
  ...['Access-Control-Allow-Origin', '*'],
  ...['Access-Control-Expose-Headers', EXPOSED],
];

const REQUEST_HEADERS = 'Authorization, Content-Type, If-None-Match, Last-Event-ID, X-Request-Id';
const PREFLIGHT_SECONDS = '86400';

/** The answer to `OPTIONS`. */
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
