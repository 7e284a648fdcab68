import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Ask, methodLike, put, someHeaders, type Who } from '../ask.ts';
import { hostileText, mutated, oddJson } from '../hostile.ts';
import { assertNoLeak, assertSane } from '../judge.ts';
import { target } from './target.ts';

const PAGES = [
  ...['/', '/docs', '/docs/', '/docs/referencia', '/docs/inicio', '/docs/en/', '/openapi.json'],
  ...[
    '/panel',
    '/panel/',
    '/panel/index.html',
    '/panel/assets/x.js',
    '/panel/api',
    '/api',
    '/favicon.ico',
  ],
];
const PRIVATE = ['/health', '/ready', '/metrics', '/commands', '/'];

const who: fc.Arbitrary<Who> = fc.oneof(
  fc.constant<Who>({ key: 'nobody' }),
  fc.constant<Who>({ ingest: true }),
  fc.constant<Who>({ key: 'revoked' }),
  hostileText.map((text): Who => ({ header: `Bearer ${text.replaceAll(/[^!-~]/gu, '')}` })),
);

const body = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: oddJson },
  { weight: 1, arbitrary: hostileText },
);

const askFor = (paths: readonly string[]): fc.Arbitrary<Ask> =>
  fc.record(
    {
      who,
      method: methodLike('GET'),
      target: fc
        .tuple(
          fc.oneof(fc.constantFrom(...paths), mutated(fc.constantFrom(...paths), { minEdits: 1 })),
          fc.oneof(
            { weight: 3, arbitrary: fc.constant('') },
            hostileText.map((text) => `?${text}`),
          ),
        )
        .map(([path, query]) => (path.startsWith('/') ? path : `/${path}`) + query),
      headers: someHeaders,
      body,
      chunked: fc.boolean(),
    },
    { noNullPrototype: true },
  );

/** The pages for people, and whatever else an address on the public side may name. */
export const pages = target<Ask>({
  name: 'pages',
  runs: 200,
  cases: askFor(PAGES),
  async attack(ask, arena) {
    const answer = await put(arena.publicUrl, ask, arena);
    assertSane(answer);
    assertNoLeak(ask, answer);
  },
});

/** The operators' door: nothing behind it without the key but whether it lives. */
export const privateDoor = target<Ask>({
  name: 'private',
  runs: 200,
  cases: askFor(PRIVATE),
  async attack(ask, arena) {
    const answer = await put(arena.privateUrl, ask, arena);
    assertSane(answer);
    const isOpen = /^\/(?:health|ready)(?:\?|$)/.test(ask.target);
    if (!('ingest' in ask.who) && answer.status < 400) {
      assert.ok(isOpen, 'answered without the key');
      assert.match(answer.text, /^(?:\{"ok":true\})?$/);
    }
  },
});
