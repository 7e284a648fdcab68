export const LANGS = ['es', 'en'] as const;
export type Lang = (typeof LANGS)[number];

/** A text of the OpenAPI document or of the documentation, in both languages. */
export class Bilingual {
  readonly es: string;
  readonly en: string;

  constructor(es: string, en: string) {
    this.es = es;
    this.en = en;
  }
}

export const both = (es: string, en: string): Bilingual => new Bilingual(es, en);

/** The JSON of a value whose texts are in both languages, in one of them. */
export const inLanguage = (value: object, lang: Lang): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each: unknown) => (each instanceof Bilingual ? each[lang] : each)),
  );

type InLanguage<T> = T extends Bilingual ? string : { [K in keyof T]: InLanguage<T[K]> };

export const inEachLanguage = <T extends object>(value: T) =>
  ({ es: inLanguage(value, 'es'), en: inLanguage(value, 'en') }) as Record<Lang, InLanguage<T>>;
