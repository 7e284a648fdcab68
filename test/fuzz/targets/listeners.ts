import assert from 'node:assert/strict';
import fc from 'fast-check';
import { record, weighted } from '../../support/values/properties.ts';
import { assertNoLeak, assertPlausible } from '../checks.ts';
import {
  methodLike,
  type RequestCase,
  sendRequest,
  someHeaders,
  type Who,
} from '../inputs/request.ts';
import { malformedJson, mutated, oddText } from '../inputs/text.ts';
import { target } from './target.ts';

const PAGES = [
  ...['/', '/docs', '/docs/', '/docs/referencia', '/docs/inicio', '/docs/en/', '/openapi.json'],
  ...['/panel', '/panel/', '/panel/index.html', '/panel/assets/x.js', '/panel/api', '/api'],
  '/favicon.ico',
];
const PRIVATE = ['/health', '/ready', '/metrics', '/commands', '/'];

const who: fc.Arbitrary<Who> = fc.oneof(
  fc.constant<Who>({ key: 'nobody' }),
  fc.constant<Who>({ ingest: true }),
  fc.constant<Who>({ key: 'revoked' }),
  oddText.map((text): Who => ({ header: `Bearer ${text.replaceAll(/[^!-~]/gu, '')}` })),
);

const body = weighted([4, fc.constant(null)], [1, malformedJson], [1, oddText]);

const requestTo = (paths: readonly string[]): fc.Arbitrary<RequestCase> =>
  record({
    who,
    method: methodLike('GET'),
    target: fc
      .tuple(
        fc.oneof(fc.constantFrom(...paths), mutated(fc.constantFrom(...paths), { minEdits: 1 })),
        weighted([3, fc.constant('')], [1, oddText.map((text) => `?${text}`)]),
      )
      .map(([path, query]) => (path.startsWith('/') ? path : `/${path}`) + query),
    headers: someHeaders,
    body,
    chunked: fc.boolean(),
  });

/** Pages, and any other path of the public listener. */
export const pages = target<RequestCase>({
  name: 'pages',
  runs: 200,
  cases: requestTo(PAGES),
  async attack(request, server) {
    const answer = await sendRequest(server.publicUrl, request, server);
    assertPlausible(answer);
    assertNoLeak(request, answer);
  },
});

/** Without the key the private listener answers health and readiness only. */
export const privateListener = target<RequestCase>({
  name: 'private',
  runs: 200,
  cases: requestTo(PRIVATE),
  async attack(request, server) {
    const answer = await sendRequest(server.privateUrl, request, server);
    assertPlausible(answer);
    const isOpen = /^\/(?:health|ready)(?:\?|$)/.test(request.target);
    if (!('ingest' in request.who) && answer.status < 400) {
      assert.ok(isOpen, 'answered without the key');
      assert.match(answer.text, /^(?:\{"ok":true\})?$/);
    }
  },
});
