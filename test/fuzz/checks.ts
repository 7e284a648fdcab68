import assert from 'node:assert/strict';
import { assertContract, assertRateHeaders, plainPath } from '../http/api/client.ts';
import { assertPrivate } from '../http/panel/browser.ts';
import { isStream, type WireAnswer } from './answers.ts';
import type { RequestCase } from './inputs/request.ts';
import { RESTAURANTS } from './restaurants.ts';

const MARK = /marcade(?:alfa|beta|ceta)/i;

/** Asserts the rules for every answer. */
export const assertPlausible = ({ status, headers, text }: WireAnswer): void => {
  assert.ok(status >= 200 && status < 500, `${status}: ${text.slice(0, 300)}`);
  assert.doesNotMatch(text, /\n\s+at .*\.ts:\d+|node:internal|SQLITE_[A-Z]/, 'internals');
  assert.equal(headers['x-powered-by'], undefined);
  if (status >= 400) assertErrorShape(headers, text);
};

/** An error is an object with a message and a code, on every listener. */
const assertErrorShape = (headers: Record<string, string>, text: string): void => {
  if (text === '') return;
  // A missing page is answered with a page.
  if (headers['content-type']?.startsWith('text/') === true) return;
  const body = JSON.parse(text);
  assert.partialDeepStrictEqual(body, { ok: false });
  assert.match(body.codigo, /^[a-z_]+$/);
  assert.ok(body.error.length > 3);
};

/** Asserts that an answer contains nothing of another restaurant. */
export const assertNoLeak = (
  { who }: Pick<RequestCase, 'who'>,
  { text, headers }: WireAnswer,
): void => {
  const everything = `${text}\n${JSON.stringify(headers)}`;
  const seen = new Set(everything.match(new RegExp(MARK, 'gi'))?.map((mark) => mark.toUpperCase()));
  for (const [name, { mark }] of Object.entries(RESTAURANTS)) {
    if (!mayRead(who, name)) assert.ok(!seen.has(mark), `data of ${name}: ${text.slice(0, 300)}`);
  }
};

const mayRead = (who: RequestCase['who'], restaurant: string): boolean => {
  if ('person' in who) return who.person === 'operator' || who.person === restaurant;
  if ('scope' in who || 'llave' in who) return restaurant === 'a';
  return 'key' in who && who.key === restaurant;
};

const IN_API = /^\/api(?:[/?]|$)/;

/** Validates an answer of the public API against the contract. */
export const assertApiAnswer = ({ method, target, who }: RequestCase, answer: WireAnswer): void => {
  assertPlausible(answer);
  assertNoLeak({ who }, answer);
  if (isStream(answer)) {
    assert.equal(answer.status, 200);
    assertRateHeaders(answer.headers);
    if (method !== 'HEAD')
      assert.match(answer.text, /^(?:retry: \d+\n+)?(?:id: .*\n)?event: conexion\.ping\n/m);
    return;
  }
  if (!IN_API.test(target)) return;
  const { status, headers, bytes, text } = answer;
  const body = text === '' ? null : JSON.parse(text);
  const path = plainPath(target.slice('/api'.length));
  // Node's parser refused its bytes, so that it never became a request.
  if (headers['x-request-id'] === undefined) {
    assert.equal(status, 400);
    assert.equal(headers['connection'], 'close');
    assert.partialDeepStrictEqual(body, { ok: false, codigo: 'parametro_invalido' });
    return;
  }
  assertContract(method, path, { status, headers, bytes, text, body });
};

const IN_PANEL = /^\/panel\/api(?:[/?]|$)/;
/** Other methods never reach the panel's API. */
const PANEL_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const isReadable = (target: string): boolean => {
  try {
    return decodeURIComponent(target.replace(/\?.*$/s, '')) !== '';
  } catch {
    return false;
  }
};

/** Validates an answer of the panel's API. */
export const assertPanelAnswer = (
  { method, target, who }: RequestCase,
  answer: WireAnswer,
): void => {
  assertPlausible(answer);
  assertNoLeak({ who }, answer);
  if (isStream(answer) || !IN_PANEL.test(target) || !PANEL_METHODS.has(method)) return;
  // A malformed target is refused before it is routed.
  if (answer.status === 400 && !isReadable(target)) return;
  const { status, headers, text } = answer;
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  const body =
    isJson && text !== '' ? JSON.parse(text) : { ok: false, error: 'none', codigo: 'none' };
  assertPrivate({ status, headers, text, body });
};
