import type { FastifyRequest } from 'fastify';
import { LANGS, type Lang } from './guides.ts';

const COOKIE = 'idioma';
const COOKIE_SECONDS = 365 * 24 * 3_600;
const isLang = (value: string | undefined): value is Lang => LANGS.some((each) => each === value);

/** The language that the switch chose, else the one that the browser prefers. */
export const languageOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Lang => {
  const chosen = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  return isLang(chosen) ? chosen : preferred(headers['accept-language'] ?? '');
};

const preferred = (header: string): Lang => {
  const wanted = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.find((each) => each.trim().startsWith('q='));
    return {
      lang: LANGS.find((each) => tag === each || tag.startsWith(`${each}-`)),
      quality: quality === undefined ? 1 : Number(quality.trim().slice(2)),
    };
  });
  const [best] = wanted
    .filter(({ lang, quality }) => lang !== undefined && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  // Somebody who reads neither is more likely to read English.
  return best?.lang ?? (header.trim() === '' || header.trim() === '*' ? 'es' : 'en');
};

/** The cookie that remembers a choice made with the switch (`?idioma=en`); undefined without one. */
export const rememberLanguage = (query: URLSearchParams, root: string): string | undefined => {
  const asked = query.get('idioma') ?? undefined;
  if (!isLang(asked)) return undefined;
  return `${COOKIE}=${asked}; Path=${root}/docs; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`;
};
