import type { Lang } from '../../src/contract/bilingual.ts';
import { CHANGELOG, HOME, pathsOf } from './addresses.ts';
import { escapeHtml } from './html.ts';
import { layout, type Site, sectionLinks } from './layout.ts';
import { ROOT } from './placeholders.ts';
import type { Guide } from './text/guide.ts';
import type { Rendered } from './text/markdown.ts';
import { WORDS } from './words.ts';

export const renderGuide = (site: Site, lang: Lang, guide: Guide): string => {
  const { paths, title, summary, html, sections } = guide;
  const isHome = guide === site.guides[lang][0];
  return layout(site, lang, {
    title: isHome ? title : `${title} · Comanda`,
    description: summary,
    body: html + (isHome ? cards(site, lang) : neighbours(site, lang, guide)),
    within: sectionLinks(sections),
    paths,
  });
};

export const renderMissing = (site: Site, lang: Lang): string => {
  const { missing, missingNote, home } = WORDS[lang];
  const paths = pathsOf(HOME);
  const link = `<a href="${ROOT}${paths[lang]}">${home}</a>`;
  return layout(site, lang, {
    title: `${missing} · Comanda`,
    description: missing,
    body: `<h1>${missing}</h1>\n<p>${missingNote.replace(home, link)}.</p>`,
    paths,
  });
};

export const renderChangelog = (site: Site, lang: Lang, { html, sections }: Rendered): string => {
  const { changelog, changelogNote } = WORDS[lang];
  return layout(site, lang, {
    title: `${changelog} · Comanda`,
    description: changelogNote,
    body: `<h1>${changelog}</h1>\n<p>${changelogNote}</p>\n<div lang="en">${html}</div>`,
    within: sectionLinks(sections),
    paths: pathsOf(CHANGELOG),
  });
};

const cards = ({ guides }: Site, lang: Lang): string => {
  const items = guides[lang]
    .slice(1)
    .map(
      ({ paths, title, summary }) =>
        `<li><a href="${ROOT}${paths[lang]}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(summary)}</span></a></li>`,
    );
  return `<ul class="cards">${items.join('')}</ul>`;
};

const neighbours = ({ guides }: Site, lang: Lang, guide: Guide): string => {
  const { previous, next } = WORDS[lang];
  const [, ...inOrder] = guides[lang];
  const at = inOrder.indexOf(guide);
  const link = (to: Guide | undefined, rel: 'prev' | 'next', word: string) =>
    to === undefined
      ? ''
      : `<a rel="${rel}" href="${ROOT}${to.paths[lang]}"><span>${word}</span>${escapeHtml(to.title)}</a>`;
  return `<nav class="neighbours" aria-label="${previous}, ${next}">${link(inOrder[at - 1], 'prev', previous)}${link(inOrder[at + 1], 'next', next)}</nav>`;
};
