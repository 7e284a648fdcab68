import { CHANGELOG, HOME, type Lang, pathOf, pathsOf } from './guides.ts';
import { escapeHtml } from './html.ts';
import { layout, links, navigation, type Site } from './layout.ts';
import type { Guide } from './text/guide.ts';
import type { Rendered } from './text/markdown.ts';
import { WORDS } from './words.ts';

export const renderGuide = (site: Site, lang: Lang, index: number): string => {
  const guide = site.guides[lang][index];
  if (guide === undefined) throw new Error(`there is no guide ${index} in ${lang}`);
  const isHome = index === 0;
  const slugOf = (each: Lang): string => site.guides[each][index]?.slug ?? '';
  const paths = pathsOf({ es: slugOf('es'), en: slugOf('en') });
  const within = links(guide.sections.filter(({ depth }) => depth === 2));
  return layout(site, lang, {
    title: isHome ? guide.title : `${guide.title} · Comanda`,
    description: guide.summary,
    nav: navigation(site, lang, { current: paths[lang], within }),
    body: `${guide.html}${isHome ? cards(site, lang) : neighbours(site, lang, index)}`,
    paths,
  });
};

export const renderMissing = (site: Site, lang: Lang): string => {
  const { missing, missingNote, home } = WORDS[lang];
  return layout(site, lang, {
    title: `${missing} · Comanda`,
    description: missing,
    nav: navigation(site, lang),
    body: `<h1>${missing}</h1>
<p>${missingNote.replace(home, `<a href="${site.root}${pathOf(lang, HOME[lang])}">${home}</a>`)}.</p>`,
    paths: pathsOf(HOME),
  });
};

export const renderChangelog = (site: Site, lang: Lang, { html, sections }: Rendered): string => {
  const { changelog, changelogNote } = WORDS[lang];
  const paths = pathsOf(CHANGELOG);
  const within = links(sections.filter(({ depth }) => depth === 2));
  return layout(site, lang, {
    title: `${changelog} · Comanda`,
    description: changelogNote,
    nav: navigation(site, lang, { current: paths[lang], within }),
    body: `<h1>${changelog}</h1>\n<p>${changelogNote}</p>\n<div lang="en">${html}</div>`,
    paths,
  });
};

const cards = ({ root, guides }: Site, lang: Lang): string => {
  const items = guides[lang]
    .slice(1)
    .map(
      ({ slug, title, summary }) =>
        `<li><a href="${root}${pathOf(lang, slug)}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(summary)}</span></a></li>`,
    );
  return `<ul class="cards">${items.join('')}</ul>`;
};

const neighbours = ({ root, guides }: Site, lang: Lang, index: number): string => {
  const { previous, next } = WORDS[lang];
  const link = (guide: Guide, rel: 'prev' | 'next', word: string) =>
    `<a rel="${rel}" href="${root}${pathOf(lang, guide.slug)}"><span>${word}</span>${escapeHtml(guide.title)}</a>`;
  const before = index > 1 ? guides[lang][index - 1] : undefined;
  const after = guides[lang][index + 1];
  return `<nav class="neighbours" aria-label="${previous}, ${next}">${before ? link(before, 'prev', previous) : ''}${after ? link(after, 'next', next) : ''}</nav>`;
};
