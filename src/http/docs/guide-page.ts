import { GUIDES, HOME, LANGS, type Lang, pathOf, WORDS } from './guides.ts';
import { escapeHtml, renderPage } from './html.ts';
import type { Guide } from './markdown.ts';

export interface Site {
  /** The path of PUBLIC_URL: it precedes every address. */
  root: string;
  version: string;
  styles: Readonly<Record<'guide' | 'reference', string>>;
  guides: Readonly<Record<Lang, readonly Guide[]>>;
}

export const renderGuide = (site: Site, lang: Lang, index: number): string => {
  const guide = site.guides[lang][index];
  if (guide === undefined) throw new Error(`there is no guide ${index} in ${lang}`);
  const isHome = index === 0;
  const body = `<main id="contenido">
${guide.html}${isHome ? cards(site, lang) : neighbours(site, lang, index)}</main>`;
  return layout(site, lang, {
    title: isHome ? guide.title : `${guide.title} · Comanda`,
    description: guide.summary,
    nav: navigation(site, lang, index),
    body,
    languages: LANGS.map((each) => [each, pathOf(each, site.guides[each][index]?.slug ?? '')]),
  });
};

export const renderMissing = (site: Site): string =>
  layout(site, 'es', {
    title: 'No existe esta página · Comanda',
    description: 'No existe esta página.',
    nav: navigation(site, 'es', null),
    body: `<main id="contenido"><h1>No existe esta página</h1>
<p>Puede empezar por el <a href="${site.root}/docs">inicio</a>.
<span lang="en">This page does not exist; <a href="${site.root}/docs/en">start here</a>.</span></p></main>`,
    languages: LANGS.map((each) => [each, pathOf(each, HOME[each])]),
  });

interface Page {
  title: string;
  description: string;
  nav: string;
  body: string;
  languages: [lang: Lang, path: string][];
}

const layout = (
  { root, version, styles }: Site,
  lang: Lang,
  { title, description, nav, body, languages }: Page,
): string => {
  const alternates = languages.map(
    ([each, path]) => `<link rel="alternate" hreflang="${each}" href="${root}${path}">`,
  );
  const switches = languages.map(([each, path]) =>
    each === lang
      ? `<span aria-current="true">${WORDS[each].language}</span>`
      : `<a href="${root}${path}" hreflang="${each}" lang="${each}">${WORDS[each].language}</a>`,
  );
  return renderPage(lang, {
    title,
    style: root + styles.guide,
    head: `<meta name="description" content="${escapeHtml(description)}">
${alternates.join('\n')}`,
    body: `<a class="skip" href="#contenido">${WORDS[lang].skip}</a>
<header><a class="brand" href="${root}${pathOf(lang, HOME[lang])}">Comanda</a><span class="version">${escapeHtml(version)}</span><nav class="languages">${switches.join('')}</nav></header>
<div class="columns">
${nav}
${body}
</div>`,
  });
};

const navigation = ({ root, guides }: Site, lang: Lang, current: number | null): string => {
  const words = WORDS[lang];
  const item = (guide: Guide, index: number) => {
    const link = `<a href="${root}${pathOf(lang, guide.slug)}"${index === current ? ' aria-current="page"' : ''}>${escapeHtml(guide.title)}</a>`;
    return `<li>${link}${index === current ? sections(guide) : ''}</li>`;
  };
  const items = guides[lang].map(item).slice(1);
  // A checkbox, so that the style sheet can fold the menu on a narrow screen without a script.
  return `<nav class="guides" aria-label="${words.guides}"><input type="checkbox" id="menu"><label for="menu">${words.menu}</label><div>
<p>${words.guides}</p><ul>${items.join('')}</ul>
<p>API</p><ul><li><a href="${root}/docs/referencia">${words.reference}</a></li><li><a href="${root}/openapi.json">${words.document}</a></li></ul>
</div></nav>`;
};

const sections = ({ sections: all }: Guide): string =>
  all.length === 0
    ? ''
    : `<ul>${all.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`).join('')}</ul>`;

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
  const after = index < GUIDES.length ? guides[lang][index + 1] : undefined;
  return `<nav class="neighbours">${before ? link(before, 'prev', previous) : ''}${after ? link(after, 'next', next) : ''}</nav>`;
};
