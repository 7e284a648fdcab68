import { LANGS, type Lang } from '../../src/contract/bilingual.ts';
import { ROOT } from './placeholders.ts';

export type Names = Readonly<Record<Lang, string>>;

export const HOME = { es: 'inicio', en: 'home' } as const satisfies Names;
export const REFERENCE = { es: 'referencia', en: 'reference' } as const satisfies Names;
export const SEARCH = { es: 'buscar', en: 'search' } as const satisfies Names;
export const CHANGELOG = { es: 'novedades', en: 'changelog' } as const satisfies Names;

/** The `doc` field of every error links here. */
export const AUTHENTICATION = {
  es: 'autenticacion',
  en: 'authentication',
} as const satisfies Names;

/** The guide that explains the error codes, each with its own anchor. */
export const ERRORS = { es: 'errores-y-limites', en: 'errors-and-limits' } as const satisfies Names;

export const GUIDES = [
  { es: 'inicio-rapido', en: 'quickstart' },
  AUTHENTICATION,
  { es: 'clientes', en: 'clients' },
  { es: 'comando', en: 'command' },
  { es: 'paginacion', en: 'pagination' },
  { es: 'exportacion', en: 'export' },
  ERRORS,
  { es: 'fechas-y-dinero', en: 'dates-and-money' },
  { es: 'flujo', en: 'stream' },
  { es: 'cambios', en: 'changes' },
  { es: 'espejo', en: 'mirror' },
  { es: 'crm', en: 'crm' },
  { es: 'webhooks', en: 'webhooks' },
  { es: 'escuchar', en: 'listen' },
  { es: 'asistentes', en: 'assistants' },
  { es: 'versiones', en: 'versions' },
] as const satisfies readonly Names[];

export const OPENAPI_PATH = { es: '/openapi.json', en: '/openapi.en.json' } as const;
export const COLLECTION_PATH = '/docs/comanda.postman_collection.json';
export const LLMS_PATH = '/llms.txt';
export const LLMS_FULL_PATH = '/docs/llms-full.txt';
/** The page of the panel on which the owner of a restaurant makes a key. */
export const KEYS_PATH = '/panel/llaves';

/** Where the service serves the assets, whose names change with their content. */
export const ASSETS_PATH = '/docs/recursos';

export const pagePath = (lang: Lang, slug: string): string =>
  slug === HOME[lang] ? `/docs/${lang}` : `/docs/${lang}/${slug}`;

/** The path of the same page in each language. */
export const pathsOf = ({ es, en }: Names): Names => ({
  es: pagePath('es', es),
  en: pagePath('en', en),
});

/** The address of a link in a guide. Guides link to each other's files, so that the links also work in the repository. */
export const resolveLink = (href: string, lang: Lang): string => {
  if (href === '/docs/referencia') return ROOT + pagePath(lang, REFERENCE[lang]);
  if (href === '/openapi.json') return ROOT + OPENAPI_PATH[lang];
  const match = /^(?:\.\.\/(\w+)\/)?([a-z-]+)\.md(#.*)?$/.exec(href);
  if (match === null) return href.startsWith('/') ? ROOT + href : href;
  const [, other, slug = '', fragment = ''] = match;
  return ROOT + pagePath(LANGS.find((each) => each === other) ?? lang, slug) + fragment;
};
