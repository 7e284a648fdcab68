export const LANGS = ['es', 'en'] as const;
export type Lang = (typeof LANGS)[number];

export const HOME = { es: 'inicio', en: 'home' } as const;

export const GUIDES = [
  { es: 'autenticacion', en: 'authentication' },
  { es: 'paginacion', en: 'pagination' },
  { es: 'exportacion', en: 'export' },
  { es: 'errores-y-limites', en: 'errors-and-limits' },
  { es: 'fechas-y-dinero', en: 'dates-and-money' },
  { es: 'flujo', en: 'stream' },
  { es: 'cambios', en: 'changes' },
  { es: 'webhooks', en: 'webhooks' },
] as const satisfies readonly Record<Lang, string>[];

export const pathOf = (lang: Lang, slug: string): string =>
  slug === HOME[lang] ? `/docs/${lang}` : `/docs/${lang}/${slug}`;

export const WORDS = {
  es: {
    language: 'Español',
    guides: 'Guías',
    menu: 'Menú',
    reference: 'Referencia de la API',
    document: 'Documento OpenAPI',
    skip: 'Ir al contenido',
    previous: 'Anterior',
    next: 'Siguiente',
    samples: 'Lenguaje del ejemplo',
  },
  en: {
    language: 'English',
    guides: 'Guides',
    menu: 'Menu',
    reference: 'API reference',
    document: 'OpenAPI document',
    skip: 'Skip to content',
    previous: 'Previous',
    next: 'Next',
    samples: 'Language of the sample',
  },
} as const satisfies Record<Lang, Record<string, string>>;
