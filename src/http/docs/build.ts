import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { LANGS, type Lang } from '../../contract/bilingual.ts';
import { makeCollection } from '../../contract/openapi/coleccion.ts';
import { makeOpenapi, openapiText } from '../../contract/openapi/documento.ts';
import { basePathOf } from '../pages/base-path.ts';
import { renderChangelog, renderGuide, renderMissing } from './guide-page.ts';
import * as names from './guides.ts';
import { GUIDES, HOME, pagePath } from './guides.ts';
import type { Site } from './layout.ts';
import { writeLlms, writeLlmsFull } from './llms.ts';
import { referenceEntries, renderReference } from './reference/reference.ts';
import { makeResource, type Resource } from './resource.ts';
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
  const readAll = (lang: Lang) => Promise.all([HOME, ...GUIDES].map((each) => read(lang, each)));
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

  const resources = new Map<string, Resource>([
    [names.COLLECTION_PATH, makeResource('json', openapiText(makeCollection(document('es'))))],
    [names.LLMS_PATH, makeResource('text', writeLlms(en, publicUrl))],
    [names.LLMS_FULL_PATH, makeResource('text', writeLlmsFull(en))],
    [style, makeResource('style', css)],
    [script, makeResource('script', js)],
  ]);
  const searches = new Map<string, Search>();
  for (const lang of LANGS) {
    const openapi = document(lang);
    const add = (path: string, html: string) => resources.set(path, makeResource('page', html));
    for (const guide of site.guides[lang]) {
      add(guide.paths[lang], renderGuide(site, lang, guide));
      resources.set(`/docs/${lang}/${guide.slug}.md`, makeResource('markdown', guide.markdown));
    }
    add(pagePath(lang, names.REFERENCE[lang]), renderReference(site, lang, openapi));
    add(pagePath(lang, names.CHANGELOG[lang]), renderChangelog(site, lang, changelog));
    resources.set(names.OPENAPI_PATH[lang], makeResource('json', openapiText(openapi)));
    const entries = [
      ...site.guides[lang].flatMap((guide) => guideEntries(lang, guide)),
      ...referenceEntries(lang, openapi),
    ];
    searches.set(pagePath(lang, names.SEARCH[lang]), makeSearch(site, lang, entries));
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

const missingPage = (site: Site, lang: Lang) =>
  makeResource('page', renderMissing(site, lang), 404);

const guideEntries = (lang: Lang, { paths, title, sections }: Guide): Entry[] =>
  sections.map((section) => ({
    path: paths[lang] + (section.id === '' ? '' : `#${section.id}`),
    page: title,
    title: section.title || title,
    text: section.text,
  }));

const readAllOf = async (folder: URL, ...files: string[]): Promise<string> =>
  (await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))).join('\n');

/** The name changes with the content, so that browsers may keep the file forever. */
const fileName = (content: string, extension: string): string =>
  `/docs/recursos/${hash('sha256', content).slice(0, 12)}.${extension}`;
