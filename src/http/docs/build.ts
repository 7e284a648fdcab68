import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { makeCollection } from '../../contract/openapi/coleccion.ts';
import { makeOpenapi, openapiText } from '../../contract/openapi/documento.ts';
import { basePathOf } from '../pages/base-path.ts';
import { renderChangelog, renderGuide, renderMissing } from './guide-page.ts';
import * as names from './guides.ts';
import { GUIDES, HOME, LANGS, type Lang, pathOf } from './guides.ts';
import type { Site } from './layout.ts';
import { writeLlms, writeLlmsFull } from './llms.ts';
import { referenceEntries, renderReference } from './reference/reference.ts';
import * as resource from './resource.ts';
import { type Entry, makeSearch, type Search } from './search.ts';
import { type Guide, makeGuideReader, readChangelog } from './text/guide.ts';

const STYLES_FOLDER = new URL('./styles/', import.meta.url);
const SCRIPTS_FOLDER = new URL('./scripts/', import.meta.url);

export interface SiteOptions {
  version: string;
  publicUrl: string;
  /** Whether PUBLIC_URL is not set, so that browsers know the address better. */
  isGuessed: boolean;
}

export const buildSite = async ({ version, publicUrl, isGuessed }: SiteOptions) => {
  const root = basePathOf(publicUrl);
  const read = makeGuideReader({ root, publicUrl });
  const readAll = (lang: Lang) =>
    Promise.all([HOME, ...GUIDES].map((each) => read(lang, each[lang])));
  const [css, js, changelog, es, en] = await Promise.all([
    readAllOf(STYLES_FOLDER, 'base.css', 'text.css', 'code.css', 'layout.css', 'reference.css'),
    readAllOf(SCRIPTS_FOLDER, 'address.js', 'copy.js'),
    readChangelog(root),
    readAll('es'),
    readAll('en'),
  ]);
  const [style, script] = [fileName(css, 'css'), fileName(js, 'js')];
  const guessedUrl = isGuessed ? publicUrl : '';
  const site: Site = { root, version, style, script, guessedUrl, guides: { es, en } };
  const document = (lang: Lang) => makeOpenapi({ version, publicUrl, lang });

  const resources = new Map<string, resource.Resource>([
    [names.COLLECTION_PATH, resource.jsonDocument(openapiText(makeCollection(document('es'))))],
    [names.LLMS_PATH, resource.textFile(writeLlms(en, publicUrl))],
    [names.LLMS_FULL_PATH, resource.textFile(writeLlmsFull(en))],
    [style, resource.styleSheet(css)],
    [script, resource.script(js)],
  ]);
  const searches = new Map<string, Search>();
  for (const lang of LANGS) {
    const openapi = document(lang);
    const add = (slug: string, html: string) =>
      resources.set(pathOf(lang, slug), resource.page(html));
    for (const [index, guide] of site.guides[lang].entries()) {
      add(guide.slug, renderGuide(site, lang, index));
      resources.set(`/docs/${lang}/${guide.slug}.md`, resource.markdown(guide.markdown));
    }
    add(names.REFERENCE[lang], renderReference(site, lang, openapi));
    add(names.CHANGELOG[lang], renderChangelog(site, lang, changelog));
    resources.set(names.OPENAPI_PATH[lang], resource.jsonDocument(openapiText(openapi)));
    const entries = [
      ...site.guides[lang].flatMap((guide) => guideEntries(lang, guide)),
      ...referenceEntries(lang, openapi),
    ];
    searches.set(pathOf(lang, names.SEARCH[lang]), makeSearch(site, lang, entries));
  }
  return {
    root,
    resources,
    searches,
    missing: { es: missingPage(site, 'es'), en: missingPage(site, 'en') },
    /** Addresses without a language, and the page of each. */
    aliases: new Map<string, Readonly<Record<Lang, string>>>([
      ['/docs', names.pathsOf(HOME)],
      ['/docs/autenticacion', names.pathsOf(names.AUTHENTICATION)],
      ['/docs/referencia', names.pathsOf(names.REFERENCE)],
    ]),
  };
};

const missingPage = (site: Site, lang: Lang) => resource.page(renderMissing(site, lang), 404);

const guideEntries = (lang: Lang, { slug, title, sections }: Guide): Entry[] =>
  sections.map((section) => ({
    path: pathOf(lang, slug) + (section.id === '' ? '' : `#${section.id}`),
    page: title,
    title: section.title || title,
    text: section.text,
  }));

const readAllOf = async (folder: URL, ...files: string[]): Promise<string> =>
  (await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))).join('\n');

/** The name changes with the content, so that browsers may keep the file forever. */
const fileName = (content: string, extension: string): string =>
  `/docs/recursos/${hash('sha256', content).slice(0, 12)}.${extension}`;
