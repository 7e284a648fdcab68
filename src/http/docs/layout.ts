import { LANGS, type Lang } from '../../contract/bilingual.ts';
import * as names from './guides.ts';
import { pagePath } from './guides.ts';
import { escapeHtml } from './html.ts';
import type { Guide } from './text/guide.ts';
import type { Section } from './text/markdown.ts';
import { WORDS } from './words.ts';

export interface Site {
  /** The path of PUBLIC_URL: it precedes every address. */
  root: string;
  version: string;
  style: string;
  script: string;
  /** The address that the service assumes if PUBLIC_URL is not set; else empty. */
  guessedUrl: string;
  guides: Readonly<Record<Lang, readonly Guide[]>>;
}

interface Page {
  title: string;
  description: string;
  body: string;
  /** The links to its sections, which the menu shows below the page's own entry. */
  within?: string;
  /** The path of the same page in each language. */
  paths: Readonly<Record<Lang, string>>;
  /** The query of a search. */
  query?: string;
}

export const layout = (site: Site, lang: Lang, page: Page): string => {
  const { root, version, style, script, guessedUrl } = site;
  const { title, description, body, within = '', paths, query = '' } = page;
  const words = WORDS[lang];
  const alternates = LANGS.map(
    (each) => `<link rel="alternate" hreflang="${each}" href="${root}${paths[each]}">`,
  );
  // The parameter makes the service remember the choice, which then wins over the browser's preference.
  const switches = LANGS.map((each) =>
    each === lang
      ? `<span aria-current="true">${WORDS[each].language}</span>`
      : `<a href="${root}${paths[each]}${paths[each].includes('?') ? '&amp;' : '?'}idioma=${each}" hreflang="${each}" lang="${each}">${WORDS[each].language}</a>`,
  );
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}${style}">
<meta name="description" content="${escapeHtml(description)}">
<script src="${root}${script}" data-guessed-url="${guessedUrl}" defer></script>
${alternates.join('\n')}
</head>
<body>
<a class="skip" href="#contenido">${words.skip}</a>
<header><a class="brand" href="${root}${pagePath(lang, names.HOME[lang])}">Comanda</a><span class="version">${escapeHtml(version)}</span>
<form role="search" action="${root}${pagePath(lang, names.SEARCH[lang])}"><input type="search" name="q" maxlength="100" value="${escapeHtml(query)}" placeholder="${words.searchPlaceholder}" aria-label="${words.searchPlaceholder}"></form>
<nav class="languages" aria-label="Español, English">${switches.join('')}</nav></header>
<div class="columns">
${navigation(site, lang, paths[lang], within)}
<main id="contenido">
${body}</main>
</div>
</body>
</html>
`;
};

/** The menu of every page. */
const navigation = (
  { root, guides }: Site,
  lang: Lang,
  current: string,
  within: string,
): string => {
  const words = WORDS[lang];
  const item = (path: string, title: string): string => {
    const isCurrent = path === current;
    return `<li><a href="${root}${path}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>${isCurrent ? within : ''}</li>`;
  };
  const items = guides[lang].slice(1).map(({ paths, title }) => item(paths[lang], title));
  const api = [
    item(pagePath(lang, names.REFERENCE[lang]), words.reference),
    item(names.OPENAPI_PATH[lang], words.document),
    item(names.COLLECTION_PATH, words.collection),
    item(names.LLMS_PATH, words.llms),
    item(pagePath(lang, names.CHANGELOG[lang]), words.changelog),
    item(names.KEYS_PATH, words.key),
  ];
  // A checkbox, so that the style sheet can fold the menu on a narrow screen without a script.
  return `<nav class="guides" aria-label="${words.guides}"><input type="checkbox" id="menu"><label for="menu">${words.menu}</label><div>
<p>${words.guides}</p><ul>${items.join('')}</ul>
<p>API</p><ul>${api.join('')}</ul>
</div></nav>`;
};

export const links = (entries: readonly { id: string; title: string }[]): string => {
  const items = entries.map(
    ({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`,
  );
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
};

/** Links to the sections of a text, without those below them. */
export const sectionLinks = (sections: readonly Section[]): string =>
  links(sections.filter(({ depth }) => depth === 2));
