import type { Lang } from '../../contract/bilingual.ts';
import { pagePath, SEARCH } from './guides.ts';
import { escapeHtml } from './html.ts';
import { layout, type Site } from './layout.ts';
import { WORDS } from './words.ts';

/** A part of a page that a search can lead to. */
export interface Entry {
  path: string;
  /** Title of the page. */
  page: string;
  /** Title of the part. */
  title: string;
  text: string;
}

export type Search = (query: string) => string;

const QUERY_CHARS_MAX = 100;
const TERMS_MAX = 8;
const RESULTS_MAX = 30;
const EXCERPT_CHARS = 180;

/** Answers a query with a page. It needs no script in the browser, and no index that would have to be kept. */
export const makeSearch = (site: Site, lang: Lang, entries: readonly Entry[]): Search => {
  const prepared = entries.map((entry) => ({
    ...entry,
    titleKey: fold(entry.title),
    pageKey: fold(entry.page),
    textKey: fold(entry.text),
  }));

  const find = (terms: readonly string[]) =>
    prepared
      .map((entry) => {
        const { titleKey, pageKey, textKey } = entry;
        const own = terms.map((term) => scoreOf(titleKey, term) * 10 + scoreOf(textKey, term));
        const all = own.map((score, i) => score + scoreOf(pageKey, terms[i] ?? '') * 3);
        // A match with the page's title alone would list every part of that page.
        const isMatch = own.some((score) => score > 0) && all.every((score) => score > 0);
        return { entry, score: isMatch ? all.reduce((sum, each) => sum + each) : 0 };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, RESULTS_MAX);

  return (asked) => {
    // The cut may split a surrogate pair, which `encodeURIComponent` would refuse.
    const query = asked.slice(0, QUERY_CHARS_MAX).toWellFormed().trim();
    const terms = fold(query).split(/\s+/).filter(Boolean).slice(0, TERMS_MAX);
    const anyTerm = new RegExp(terms.map(RegExp.escape).join('|'), 'g');
    const items = find(terms).map(
      ({ entry: { path, page, title, text, textKey } }) =>
        `<li><a href="${site.root}${path}">${escapeHtml(title)}</a>${title === page ? '' : ` <span>${escapeHtml(page)}</span>`}<p>${excerpt(text, textKey, anyTerm)}</p></li>`,
    );
    const words = WORDS[lang];
    const suffix = `?q=${encodeURIComponent(query)}`;
    return layout(site, lang, {
      title: `${words.search} · Comanda`,
      description: words.searchPlaceholder,
      body: `<h1>${query === '' ? words.search : `${words.found} <q>${escapeHtml(query)}</q>`}</h1>
${items.length > 0 ? `<ol class="results">${items.join('\n')}</ol>` : `<p>${query === '' ? words.searchPlaceholder : words.nothing}</p>`}`,
      paths: { es: pagePath('es', SEARCH.es) + suffix, en: pagePath('en', SEARCH.en) + suffix },
      query,
    });
  };
};

/** A term at the start of a word counts more than one inside of it. */
const scoreOf = (key: string, term: string): number => {
  const at = key.indexOf(term);
  if (at < 0) return 0;
  const isStart = at === 0 || !/[\p{L}\d_]/u.test(key[at - 1] ?? '');
  return isStart ? 2 : 1;
};

/** Drops letter case and accents. Each character stays one, so that positions in the key and in the text agree. */
const fold = (text: string): string =>
  Array.from(text, (char) => {
    const [base = char] = char.normalize('NFD').toLowerCase();
    return base.length === char.length ? base : char;
  }).join('');

/** `key` is the folded text: folding it anew for each result took ten times as long as finding them. */
const excerpt = (text: string, key: string, anyTerm: RegExp): string => {
  const from = Math.max(0, key.search(anyTerm) - EXCERPT_CHARS / 3);
  const to = from + EXCERPT_CHARS;
  const part = mark(text.slice(from, to), key.slice(from, to), anyTerm);
  return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
};

const mark = (text: string, key: string, anyTerm: RegExp): string => {
  let html = '';
  let end = 0;
  for (const { 0: term, index } of key.matchAll(anyTerm)) {
    html += escapeHtml(text.slice(end, index));
    end = index + term.length;
    html += `<mark>${escapeHtml(text.slice(index, end))}</mark>`;
  }
  return html + escapeHtml(text.slice(end));
};
