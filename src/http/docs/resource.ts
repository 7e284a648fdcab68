import { Buffer } from 'node:buffer';
import { contentSecurityPolicy } from '../pages/content-security-policy.ts';
import { CACHE_FOREVER, CACHE_REVALIDATE } from '../pages/send-page.ts';
import type { Answer } from '../wire/answer.ts';

/** A page or file. Its answer keeps the ETag and the compressed forms from one request to the next. */
export interface Resource {
  answer: Answer;
  headers: Readonly<Record<string, string>>;
}

const PAGE_POLICY = contentSecurityPolicy({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'form-action': "'self'",
});

const makeResource = (
  contentType: string,
  text: string,
  headers: Resource['headers'],
  status = 200,
): Resource => ({
  answer: {
    status,
    headers: ['Content-Type', `${contentType}; charset=utf-8`],
    body: Buffer.from(text),
  },
  headers,
});

const REVALIDATED = { 'cache-control': CACHE_REVALIDATE };
/** Tools on other origins may read it. */
const SHARED = { ...REVALIDATED, 'access-control-allow-origin': '*' };

export const page = (html: string, status?: number): Resource =>
  makeResource(
    'text/html',
    html,
    { ...REVALIDATED, 'content-security-policy': PAGE_POLICY },
    status,
  );

export const styleSheet = (css: string): Resource =>
  makeResource('text/css', css, { 'cache-control': CACHE_FOREVER });

export const script = (js: string): Resource =>
  makeResource('text/javascript', js, { 'cache-control': CACHE_FOREVER });

export const jsonDocument = (text: string): Resource =>
  makeResource('application/json', text, SHARED);

export const textFile = (text: string): Resource => makeResource('text/plain', text, SHARED);

export const markdown = (text: string): Resource => makeResource('text/markdown', text, SHARED);
