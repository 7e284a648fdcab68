import assert from 'node:assert/strict';
import { assertContract, assertRateHeaders, plainPath } from '../http/api/client.ts';
import { assertPrivate } from '../http/panel/browser.ts';
import { isStream, type WireAnswer } from './answers.ts';
import type { Ask } from './ask.ts';
import { HOUSES } from './houses.ts';

const MARK = /marcade(?:alfa|beta|ceta)/i;

/** What holds whatever was asked, however, and by whom. */
export const assertSane = ({ status, headers, text }: WireAnswer): void => {
  assert.ok(status >= 200 && status < 500, `${status}: ${text.slice(0, 300)}`);
  assert.doesNotMatch(text, /\n\s+at .*\.ts:\d+|node:internal|SQLITE_[A-Z]/, 'internals');
  assert.equal(headers['x-powered-by'], undefined);
  if (status >= 400) assertErrorShape(headers, text);
};

/** Whichever door it is, an error is an object that says what is wrong and has a code. */
const assertErrorShape = (headers: Record<string, string>, text: string): void => {
  if (text === '') return;
  // Pages are for people, and so is what is said of one that is missing.
  if (headers['content-type']?.startsWith('text/') === true) return;
  const body = JSON.parse(text);
  assert.partialDeepStrictEqual(body, { ok: false });
  assert.match(body.codigo, /^[a-z_]+$/);
  assert.ok(body.error.length > 3);
};

/** Nothing of a house that the caller has no key to. */
export const assertNoLeak = ({ who }: Pick<Ask, 'who'>, { text, headers }: WireAnswer): void => {
  const everything = `${text}\n${JSON.stringify(headers)}`;
  const seen = new Set(everything.match(new RegExp(MARK, 'gi'))?.map((mark) => mark.toUpperCase()));
  for (const [name, { mark }] of Object.entries(HOUSES)) {
    if (!mayRead(who, name)) assert.ok(!seen.has(mark), `data of ${name}: ${text.slice(0, 300)}`);
  }
};

const mayRead = (who: Ask['who'], house: string): boolean => {
  if ('person' in who) return who.person === 'operator' || who.person === house;
  if ('scope' in who || 'llave' in who) return house === 'a';
  return 'key' in who && who.key === house;
};

const IN_API = /^\/api(?:[/?]|$)/;

/** An answer of the public API, held to the contract. */
export const assertApiAnswer = ({ method, target, who }: Ask, answer: WireAnswer): void => {
  assertSane(answer);
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
  assertContract(method, path, { status, headers, bytes, text, body });
};

const IN_PANEL = /^\/panel\/api(?:[/?]|$)/;
/** What the panel's API is asked with; anything else is no route of the service at all. */
const PANEL_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const isReadable = (target: string): boolean => {
  try {
    return decodeURIComponent(target.replace(/\?.*$/s, '')) !== '';
  } catch {
    return false;
  }
};

/** An answer of the panel's API. */
export const assertPanelAnswer = ({ method, target, who }: Ask, answer: WireAnswer): void => {
  assertSane(answer);
  assertNoLeak({ who }, answer);
  if (isStream(answer) || !IN_PANEL.test(target) || !PANEL_METHODS.has(method)) return;
  // What cannot be read is refused before anybody knows whose it is.
  if (answer.status === 400 && !isReadable(target)) return;
  const { status, headers, text } = answer;
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  const body =
    isJson && text !== '' ? JSON.parse(text) : { ok: false, error: 'none', codigo: 'none' };
  assertPrivate({ status, headers, text, body });
};
