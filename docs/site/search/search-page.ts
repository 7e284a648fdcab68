import type { Lang } from '../../../src/contract/bilingual.ts';
import { pathsOf, SEARCH } from '../addresses.ts';
import { escapeHtml } from '../html.ts';
import { layout, type Site } from '../layout.ts';
import { ROOT } from '../placeholders.ts';
import { WORDS } from '../words.ts';
import type { Entry } from './index-options.ts';

/** All titles, page by page: without a script, this page is the search. */
export const renderSearchPage = (site: Site, lang: Lang, entries: readonly Entry[]): string => {
  const { contents, contentsNote } = WORDS[lang];
  const link = ({ path, title }: Pick<Entry, 'path' | 'title'>): string =>
    `<a href="${ROOT}${path}">${escapeHtml(title)}</a>`;
  const pages = [...Map.groupBy(entries, ({ page }) => page).values()].map(([first, ...parts]) => {
    const items = parts.map((part) => `<li>${link(part)}</li>`).join('');
    return first === undefined ? '' : `<h2>${link(first)}</h2>\n<ul>${items}</ul>`;
  });
  return layout(site, lang, {
    title: `${contents} · Comanda`,
    description: contentsNote,
    body: `<h1>${contents}</h1>\n<p>${contentsNote}</p>\n<div class="contents">${pages.join('\n')}</div>`,
    paths: pathsOf(SEARCH),
  });
};
