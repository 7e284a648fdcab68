import { LANGS, type Lang } from '../../src/contract/bilingual.ts';
import * as names from './addresses.ts';
import { pagePath } from './addresses.ts';
import { escapeHtml } from './html.ts';
import { GUESSED_URL, PUBLIC_URL, ROOT, VERSION } from './placeholders.ts';
import type { Guide } from './text/guide.ts';
import type { Section } from './text/markdown.ts';
import { WORDS } from './words.ts';

export interface Site {
  /** Addresses of the assets. */
  style: string;
  script: string;
  icon: string;
  index: Readonly<Record<Lang, string>>;
  /** The logo as SVG, in the colours of the page. */
  logo: string;
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
}

export const layout = (site: Site, lang: Lang, page: Page): string => {
  const { style, script, icon, index, logo } = site;
  const { title, description, body, within = '', paths } = page;
  const words = WORDS[lang];
  const alternates = LANGS.map(
    (each) => `<link rel="alternate" hreflang="${each}" href="${ROOT}${paths[each]}">`,
  );
  // The parameter makes the service remember the choice, which then wins over the browser's preference.
  const switches = LANGS.map(
    (each) =>
      `<a href="${ROOT}${paths[each]}?idioma=${each}" hreflang="${each}" lang="${each}"${each === lang ? ' aria-current="true"' : ''}>${WORDS[each].language}</a>`,
  );
  return `<!doctype html>
<html lang="${lang}" data-root="${ROOT}" data-url="${PUBLIC_URL}" data-guessed-url="${GUESSED_URL}" data-index="${ROOT}${index[lang]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${ROOT}${icon}" type="image/svg+xml">
<link rel="stylesheet" href="${ROOT}${style}">
<meta name="description" content="${escapeHtml(description)}">
<script type="module" src="${ROOT}${script}"></script>
${alternates.join('\n')}
</head>
<body>
<a class="skip" href="#contenido">${words.skip}</a>
<header><a class="brand" href="${ROOT}${pagePath(lang, names.HOME[lang])}">${logo}Comanda</a><span class="version">${VERSION}</span>
<a class="palette-open" href="${ROOT}${pagePath(lang, names.SEARCH[lang])}">${SEARCH_ICON}<span>${words.search}</span><kbd>Ctrl K</kbd></a>
<nav class="segments languages" aria-label="Español, English">${switches.join('')}</nav></header>
<div class="columns">
${navigation(site, lang, paths[lang], within)}
<main id="contenido">
${body}</main>
</div>
${searchDialog(lang)}
</body>
</html>
`;
};

const SEARCH_ICON =
  '<svg aria-hidden="true" width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"><path d="M11 17a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM15.5 15.5 20 20"/></svg>';

/** The page's script fills it and opens it. */
const searchDialog = (lang: Lang): string => {
  const { searchPlaceholder, results, nothing, searchKeys, searchFailed } = WORDS[lang];
  return `<dialog id="search" class="dialog palette" aria-label="${searchPlaceholder}">
<div class="with-icon palette-input">${SEARCH_ICON}<input class="input" role="combobox" aria-expanded="true" aria-controls="found" aria-label="${searchPlaceholder}" placeholder="${searchPlaceholder}" maxlength="100" autocomplete="off" spellcheck="false"></div>
<div id="found" role="listbox" class="palette-list" aria-label="${results}"></div>
<p class="palette-foot" role="status" data-keys="${searchKeys}" data-nothing="${nothing}" data-failed="${searchFailed}"></p>
</dialog>`;
};

/** The menu of every page. */
const navigation = ({ guides }: Site, lang: Lang, current: string, within: string): string => {
  const words = WORDS[lang];
  const item = (path: string, title: string): string => {
    const isCurrent = path === current;
    return `<li><a href="${ROOT}${path}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>${isCurrent ? within : ''}</li>`;
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
