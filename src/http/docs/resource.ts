import { Buffer } from 'node:buffer';
import { memo } from '../../async/memo.ts';
import { contentSecurityPolicy } from '../pages/content-security-policy.ts';
import { CACHE_FOREVER, CACHE_REVALIDATE } from '../pages/send-page.ts';
import type { Answer } from '../wire/answer.ts';

/** A page or file. `load` always resolves to the same object, which keeps its ETag and compressed forms. */
export interface Resource {
  load(): Promise<Answer>;
  headers: Readonly<Record<string, string>>;
}

/** For content that changes only with a new version of a dependency. */
const CACHE_A_DAY = 'public, max-age=86400';

const GUIDE_POLICY = contentSecurityPolicy({
  'style-src': "'self'",
  'img-src': "'self' data:",
});

/** The API reference sets inline styles, and its request form calls the API. */
const REFERENCE_POLICY = contentSecurityPolicy({
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
});

const makeResource = (
  contentType: string,
  load: () => string | Promise<Buffer>,
  headers: Resource['headers'],
  status = 200,
): Resource => ({
  load: memo(async () => ({
    status,
    headers: ['Content-Type', `${contentType}; charset=utf-8`],
    body: Buffer.from(await load()),
  })),
  headers,
});

const page = (html: string, policy: string, status?: number): Resource => {
  const headers = { 'cache-control': CACHE_REVALIDATE, 'content-security-policy': policy };
  return makeResource('text/html', () => html, headers, status);
};

export const guidePage = (html: string, status?: number): Resource =>
  page(html, GUIDE_POLICY, status);

export const referencePage = (html: string): Resource => page(html, REFERENCE_POLICY);

export const styleSheet = (css: string): Resource =>
  makeResource('text/css', () => css, { 'cache-control': CACHE_FOREVER });

export const script = (load: () => Promise<Buffer>): Resource =>
  makeResource('text/javascript', load, { 'cache-control': CACHE_A_DAY });

/** Tools on other origins may read the document. */
export const jsonDocument = (text: string): Resource =>
  makeResource('application/json', () => text, {
    'cache-control': CACHE_REVALIDATE,
    'access-control-allow-origin': '*',
  });
