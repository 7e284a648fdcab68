import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { makeOpenapi, openapiText } from '../../contract/openapi/documento.ts';
import { basePathOf } from '../pages/base-path.ts';
import { loadBundle } from './bundle.ts';
import { renderGuide, renderMissing, type Site } from './guide-page.ts';
import { GUIDES, HOME, LANGS, type Lang, pathOf } from './guides.ts';
import { makeGuideReader } from './markdown.ts';
import { renderReference } from './reference-page.ts';
import {
  guidePage,
  jsonDocument,
  type Resource,
  referencePage,
  script,
  styleSheet,
} from './resource.ts';

const STYLES_FOLDER = new URL('./styles/', import.meta.url);
const BUNDLE_PATH = '/docs/recursos/referencia.js';
/** The `doc` field of every error links here. */
const ERRORS_PATH = '/docs/autenticacion';

export type SiteOptions = { version: string; publicUrl: string };

export const buildSite = async ({ version, publicUrl }: SiteOptions) => {
  const root = basePathOf(publicUrl);
  const read = makeGuideReader({ root, publicUrl });
  const readAll = (lang: Lang) =>
    Promise.all([HOME, ...GUIDES].map((names) => read(lang, names[lang])));
  const [guideCss, referenceCss, es, en] = await Promise.all([
    readStyles('base', 'text', 'layout'),
    readStyles('base', 'reference'),
    readAll('es'),
    readAll('en'),
  ]);
  const styles = { guide: stylePath(guideCss), reference: stylePath(referenceCss) };
  const site: Site = { root, version, styles, guides: { es, en } };
  const openapi = openapiText(makeOpenapi({ version, baseUrl: `${publicUrl}/api` }));

  const resources = new Map<string, Resource>([
    ['/openapi.json', jsonDocument(openapi)],
    ['/docs/referencia', referencePage(renderReference(site, BUNDLE_PATH))],
    [BUNDLE_PATH, script(loadBundle)],
    [styles.guide, styleSheet(guideCss)],
    [styles.reference, styleSheet(referenceCss)],
  ]);
  for (const lang of LANGS) {
    for (const [index, guide] of site.guides[lang].entries()) {
      resources.set(pathOf(lang, guide.slug), guidePage(renderGuide(site, lang, index)));
    }
  }
  addAlias(resources, '/docs', pathOf('es', HOME.es));
  addAlias(resources, ERRORS_PATH, pathOf('es', GUIDES[0].es));
  return { root, resources, missing: guidePage(renderMissing(site), 404) };
};

const readStyles = async (...names: string[]): Promise<string> => {
  const read = (name: string) => readFile(new URL(`${name}.css`, STYLES_FOLDER), 'utf8');
  return (await Promise.all(names.map(read))).join('\n');
};

/** The name changes with the content, so that browsers may keep the file forever. */
const stylePath = (css: string): string =>
  `/docs/recursos/estilo-${hash('sha256', css).slice(0, 12)}.css`;

const addAlias = (resources: Map<string, Resource>, path: string, target: string): void => {
  const resource = resources.get(target);
  if (resource === undefined) throw new Error(`${path} leads to ${target}, which does not exist`);
  resources.set(path, resource);
};
