import { Buffer } from 'node:buffer';
import type { Answer } from '../wire/answer.ts';
import { memo } from './memo.ts';

/** Something that can be asked for. What `load` gives stays the same object and keeps its forms. */
export interface Resource {
  load: () => Promise<Answer>;
  cacheControl: string;
  headers: Readonly<Record<string, string>>;
}

/** Kept, but never used without asking whether it is still the same. */
const ASK_FIRST = 'no-cache';
/** For addresses that change with their content. */
const FOREVER = 'public, max-age=31536000, immutable';
/** For what changes with a new version of a dependency only. */
const A_DAY = 'public, max-age=86400';

const answer = (contentType: string, body: string | Buffer, status = 200): Answer => ({
  status,
  headers: ['Content-Type', contentType],
  body: Buffer.from(body),
});

/** Nothing is loaded from anywhere else, nothing inline runs, and nobody may put us in a frame. */
const policy = (sources: Readonly<Record<string, string>>): string =>
  Object.entries({
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...sources,
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

const GUIDE_POLICY = policy({ 'style-src': "'self'", 'img-src': "'self' data:" });

/** The renderer sets styles as it goes, and its request form calls the API. */
const REFERENCE_POLICY = policy({
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
});

const HTML = 'text/html; charset=utf-8';

export const guidePage = (html: string, status = 200): Resource => ({
  load: memo(() => answer(HTML, html, status)),
  cacheControl: ASK_FIRST,
  headers: { 'content-security-policy': GUIDE_POLICY },
});

export const referencePage = (html: string): Resource => ({
  load: memo(() => answer(HTML, html)),
  cacheControl: ASK_FIRST,
  headers: { 'content-security-policy': REFERENCE_POLICY },
});

export const styleSheet = (css: string): Resource => ({
  load: memo(() => answer('text/css; charset=utf-8', css)),
  cacheControl: FOREVER,
  headers: {},
});

export const script = (load: () => Promise<Buffer>): Resource => ({
  load: memo(async () => answer('text/javascript; charset=utf-8', await load())),
  cacheControl: A_DAY,
  headers: {},
});

/** Tools on other origins may read the document. */
export const jsonDocument = (text: string): Resource => ({
  load: memo(() => answer('application/json; charset=utf-8', text)),
  cacheControl: ASK_FIRST,
  headers: { 'access-control-allow-origin': '*' },
});
