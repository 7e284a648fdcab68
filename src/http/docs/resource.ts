import { Buffer } from 'node:buffer';
import { CACHE_FOREVER, CACHE_REVALIDATE } from '../pages/send-page.ts';
import type { Answer } from '../wire/answer.ts';

/** A page or file. Its answer keeps the ETag and the compressed forms from one request to the next. */
export interface Resource {
  answer: Answer;
  headers: Readonly<Record<string, string>>;
}

const PAGE_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
  "script-src 'self'; style-src 'self'; img-src 'self' data:";

const REVALIDATED = { 'cache-control': CACHE_REVALIDATE };
const PAGE = { ...REVALIDATED, 'content-security-policy': PAGE_POLICY };
const FOREVER = { 'cache-control': CACHE_FOREVER };
/** Tools on other origins may read it. */
const SHARED = { ...REVALIDATED, 'access-control-allow-origin': '*' };

const KINDS = {
  page: { type: 'text/html', headers: PAGE },
  style: { type: 'text/css', headers: FOREVER },
  script: { type: 'text/javascript', headers: FOREVER },
  json: { type: 'application/json', headers: SHARED },
  text: { type: 'text/plain', headers: SHARED },
  markdown: { type: 'text/markdown', headers: SHARED },
};

export const makeResource = (kind: keyof typeof KINDS, text: string, status = 200): Resource => {
  const { type, headers } = KINDS[kind];
  const contentType = ['Content-Type', `${type}; charset=utf-8`];
  return { answer: { status, headers: contentType, body: Buffer.from(text) }, headers };
};
