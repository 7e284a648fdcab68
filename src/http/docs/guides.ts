export const LANGS = ['es', 'en'] as const;
export type Lang = (typeof LANGS)[number];

type Names = Readonly<Record<Lang, string>>;

export const HOME = { es: 'inicio', en: 'home' } as const satisfies Names;
export const REFERENCE = { es: 'referencia', en: 'reference' } as const satisfies Names;
export const SEARCH = { es: 'buscar', en: 'search' } as const satisfies Names;
export const CHANGELOG = { es: 'novedades', en: 'changelog' } as const satisfies Names;

/** The `doc` field of every error links here. */
export const AUTHENTICATION = {
  es: 'autenticacion',
  en: 'authentication',
} as const satisfies Names;

/** Where the errors' codes are explained, each with its own anchor. */
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
  { es: 'webhooks', en: 'webhooks' },
  { es: 'escuchar', en: 'listen' },
  { es: 'asistentes', en: 'assistants' },
] as const satisfies readonly Names[];

export const OPENAPI_PATH = { es: '/openapi.json', en: '/openapi.en.json' } as const;
export const COLLECTION_PATH = '/docs/comanda.postman_collection.json';
export const LLMS_PATH = '/docs/llms.txt';
export const LLMS_FULL_PATH = '/docs/llms-full.txt';
/** Where the owner of a restaurant makes a key. */
export const KEYS_PATH = '/panel/llaves';

export const pathOf = (lang: Lang, slug: string): string =>
  slug === HOME[lang] ? `/docs/${lang}` : `/docs/${lang}/${slug}`;

/** The path of the same page in each language. */
export const pathsOf = ({ es, en }: Names): Names => ({
  es: pathOf('es', es),
  en: pathOf('en', en),
});

/** Guides link to each other's files, so that the links also work in the repository. */
export const resolveLink = (href: string, lang: Lang, root: string): string => {
  if (href === '/docs/referencia') return root + pathOf(lang, REFERENCE[lang]);
  if (href === '/openapi.json') return root + OPENAPI_PATH[lang];
  const match = /^(?:\.\.\/(\w+)\/)?([a-z-]+)\.md(#.*)?$/.exec(href);
  if (match === null) return href.startsWith('/') ? root + href : href;
  const [, other, slug = '', fragment = ''] = match;
  return root + pathOf(LANGS.find((each) => each === other) ?? lang, slug) + fragment;
};

export const WORDS = {
  es: {
    language: 'Español',
    guides: 'Guías',
    menu: 'Menú',
    reference: 'Referencia de la API',
    document: 'Documento OpenAPI',
    collection: 'Colección para Postman y Bruno',
    llms: 'Para asistentes: llms.txt',
    changelog: 'Novedades',
    changelogNote: 'Lo que cambia en cada versión, para quien la usa. En inglés.',
    key: 'Crear una llave',
    skip: 'Ir al contenido',
    previous: 'Anterior',
    next: 'Siguiente',
    samples: 'Lenguaje del ejemplo',
    copy: 'Copiar',
    copied: 'Copiado ✓',
    whole: 'El programa entero:',
    search: 'Buscar',
    searchPlaceholder: 'Buscar en la documentación',
    found: 'Resultados para',
    nothing: 'Nada coincide con todas las palabras. Prueba con menos, o con el nombre de un campo.',
    missing: 'No existe esta página',
    missingNote: 'Busca arriba, o empieza por el inicio',
    home: 'inicio',
  },
  en: {
    language: 'English',
    guides: 'Guides',
    menu: 'Menu',
    reference: 'API reference',
    document: 'OpenAPI document',
    collection: 'Collection for Postman and Bruno',
    llms: 'For assistants: llms.txt',
    changelog: 'Changelog',
    changelogNote: 'What changes in each version, for those who use it.',
    key: 'Make a key',
    skip: 'Skip to content',
    previous: 'Previous',
    next: 'Next',
    samples: 'Language of the sample',
    copy: 'Copy',
    copied: 'Copied ✓',
    whole: 'The whole program:',
    search: 'Search',
    searchPlaceholder: 'Search the documentation',
    found: 'Results for',
    nothing: 'Nothing matches all words. Try fewer, or the name of a field.',
    missing: 'This page does not exist',
    missingNote: 'Search above, or start at the home page',
    home: 'home page',
  },
} as const satisfies Record<Lang, Record<string, string>>;
