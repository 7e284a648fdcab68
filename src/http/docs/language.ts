import type { FastifyRequest } from 'fastify';
import { LANGS, type Lang } from '../../contract/bilingual.ts';
import { readQualityValues } from '../answer/quality-values.ts';
import { readCookies } from '../server/request.ts';

const COOKIE = 'idioma';
const COOKIE_SECONDS = 365 * 24 * 3_600;
const isLang = (value: unknown): value is Lang => LANGS.some((each) => each === value);

/** The language that the switch chose, else the one that the browser prefers. */
export const languageOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Lang => {
  const [chosen] = readCookies(headers.cookie, COOKIE);
  return isLang(chosen) ? chosen : preferred(headers['accept-language'] ?? '');
};

const preferred = (header: string): Lang => {
  const [best] = [...readQualityValues(header)]
    .map(([tag, weight]) => ({ lang: tag.split('-', 1)[0], weight }))
    .filter(({ lang, weight }) => isLang(lang) && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  if (isLang(best?.lang)) return best.lang;
  // Somebody who reads neither is more likely to read English.
  return header.trim() === '' || header.trim() === '*' ? 'es' : 'en';
};

/** The cookie that remembers a choice made with the switch (`?idioma=en`); undefined without one. */
export const rememberLanguage = (query: unknown, root: string): string | undefined => {
  const { idioma } = query as { idioma?: unknown };
  if (!isLang(idioma)) return undefined;
  return `${COOKIE}=${idioma}; Path=${root}/docs; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`;
};
