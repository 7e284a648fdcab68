// Builds the documentation into the folder that the command line names: `pages` mirrors the addresses and has placeholders
// for what only a deployment knows, `assets` is the same everywhere and has the hash of its content in every name.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { LANGS, type Lang } from '../../src/contract/bilingual.ts';
import { makeCollection } from '../../src/contract/openapi/coleccion.ts';
import { makeOpenapi, openapiText } from '../../src/contract/openapi/documento.ts';
import * as names from './addresses.ts';
import { GUIDES, HOME, pagePath } from './addresses.ts';
import { buildAssets } from './assets.ts';
import { renderChangelog, renderGuide, renderMissing } from './guide-page.ts';
import type { Site } from './layout.ts';
import { writeLlms, writeLlmsFull } from './llms.ts';
import { PUBLIC_URL, VERSION } from './placeholders.ts';
import { renderReference } from './reference/reference.ts';
import { entriesOf } from './search/entries.ts';
import { renderSearchPage } from './search/search-page.ts';
import { readChangelog, readGuide } from './text/guide.ts';

const outDir = resolve(process.argv[2] ?? join(import.meta.dirname, 'dist'));

const documentIn = (lang: Lang) => makeOpenapi({ version: VERSION, publicUrl: PUBLIC_URL, lang });
const documents = { es: documentIn('es'), en: documentIn('en') };

const readGuides = (lang: Lang) =>
  Promise.all([HOME, ...GUIDES].map((each) => readGuide(lang, each)));
const [changelog, es, en] = await Promise.all([
  readChangelog(),
  readGuides('es'),
  readGuides('en'),
]);
const guides = { es, en };
const entries = {
  es: entriesOf('es', es, documents.es),
  en: entriesOf('en', en, documents.en),
};

const site: Site = { ...(await buildAssets(join(outDir, 'assets'), entries)), guides };

/** The text of each file by its address; a page's own has no extension. */
const files = new Map<string, string>([
  [names.COLLECTION_PATH, openapiText(makeCollection(documents.es))],
  [names.LLMS_PATH, writeLlms(en)],
  [names.LLMS_FULL_PATH, writeLlmsFull(en)],
]);
for (const lang of LANGS) {
  const add = (slug: string, html: string) => files.set(`${pagePath(lang, slug)}.html`, html);
  for (const guide of guides[lang]) {
    add(guide.slug, renderGuide(site, lang, guide));
    files.set(`/docs/${lang}/${guide.slug}.md`, guide.markdown);
  }
  add(names.REFERENCE[lang], renderReference(site, lang, documents[lang]));
  add(names.CHANGELOG[lang], renderChangelog(site, lang, changelog));
  add(names.SEARCH[lang], renderSearchPage(site, lang, entries[lang]));
  files.set(`/docs/missing.${lang}.html`, renderMissing(site, lang));
  files.set(names.OPENAPI_PATH[lang], openapiText(documents[lang]));
}

await Promise.all(
  [...files].map(async ([path, text]) => {
    const file = join(outDir, 'pages', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }),
);
const translated = [HOME, ...GUIDES, names.REFERENCE, names.CHANGELOG, names.SEARCH];
await writeFile(join(outDir, 'translations.json'), JSON.stringify(translated.map(names.pathsOf)));
