import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { makeOpenapi, openapiText } from '../../contract/openapi/documento.ts';
import { loadBundle } from './bundle.ts';
import { GUIDES, HOME, LANGS, type Lang, pathOf } from './guides.ts';
import { type Guide, makeGuideReader } from './markdown.ts';
import { renderGuide, renderMissing } from './page.ts';
import { renderReference } from './reference.ts';
import {
  guidePage,
  jsonDocument,
  type Resource,
  referencePage,
  script,
  styleSheet,
} from './resource.ts';

export interface SiteOptions {
  version: string;
  /** How clients reach the public listener, without a trailing slash. */
  publicUrl: string;
}

/** What every page is told of the site around it. */
export interface Site {
  /** What the path of PUBLIC_URL puts in front of every address; mostly nothing. */
  root: string;
  version: string;
  styles: Readonly<Record<'guide' | 'reference', string>>;
  /** In the order of the navigation, the start page first. */
  guides: Readonly<Record<Lang, readonly Guide[]>>;
}

const STYLES = ['base', 'text', 'layout', 'reference'] as const;
const STYLES_FOLDER = new URL('./styles/', import.meta.url);
const BUNDLE_PATH = '/docs/recursos/referencia.js';
/** Where the `doc` of every error leads. */
const ERRORS_LEAD_TO = '/docs/autenticacion';

export const buildSite = async ({ version, publicUrl }: SiteOptions) => {
  const root = new URL(publicUrl).pathname.replace(/\/$/, '');
  const read = makeGuideReader({ root, publicUrl });
  const readAll = (lang: Lang) =>
    Promise.all([HOME, ...GUIDES].map((names) => read(lang, names[lang])));
  const readStyle = (name: string) => readFile(new URL(`${name}.css`, STYLES_FOLDER), 'utf8');
  const [base, text, layout, reference] = await Promise.all(STYLES.map(readStyle));
  const guideCss = [base, text, layout].join('\n');
  const referenceCss = [base, reference].join('\n');
  const styles = { guide: stylePath(guideCss), reference: stylePath(referenceCss) };
  const site: Site = {
    root,
    version,
    styles,
    guides: { es: await readAll('es'), en: await readAll('en') },
  };

  const resources = new Map<string, Resource>([
    [
      '/openapi.json',
      jsonDocument(openapiText(makeOpenapi({ version, baseUrl: `${publicUrl}/api` }))),
    ],
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
  alias(resources, '/docs', pathOf('es', HOME.es));
  alias(resources, ERRORS_LEAD_TO, pathOf('es', GUIDES[0].es));
  return { root, resources, missing: guidePage(renderMissing(site), 404) };
};

/** The name changes with the content, so that it may be kept for good. */
const stylePath = (css: string): string =>
  `/docs/recursos/estilo-${hash('sha256', css).slice(0, 12)}.css`;

const alias = (resources: Map<string, Resource>, path: string, target: string): void => {
  const resource = resources.get(target);
  if (resource === undefined) throw new Error(`${path} leads to ${target}, which does not exist`);
  resources.set(path, resource);
};
