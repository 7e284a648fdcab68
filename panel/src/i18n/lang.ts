import { onStored, readStored, writeStored } from '../local-storage.ts';
import { useScope } from '../scope.tsx';
import { useBrowser } from '../use-browser.ts';
import { type Format, formatFor } from './format.ts';
import { type Key, type PluralKey, TEXTS } from './texts.ts';

export type Lang = 'es' | 'en';
export type { Key };

type Values = Record<string, string | number>;

interface Language {
  lang: Lang;
  t(key: Key, values?: Values): string;
  /** The plural form for `n`, with `{n}` formatted. */
  tn(key: PluralKey, n: number, values?: Values): string;
  /** A value of an open list; one without a translation is shown as it is, in words. */
  open(prefix: string, word: string): string;
}

export interface Words extends Language {
  /** Figures and times, in the restaurant's currency and time zone. */
  format: Format;
}

const LOCALES: Record<Lang, string> = { es: 'es-ES', en: 'en-GB' };

export const localeOf = (lang: Lang): string => LOCALES[lang];

const RIGHT_TO_LEFT = /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** Does for text what `<bdi>` does for elements: a right-to-left value must not reorder the text around it. */
const isolate = (value: string): string =>
  RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;

const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => isolate(String(values[name] ?? whole)));

const makeLanguage = (lang: Lang): Language => {
  const at = lang === 'es' ? 0 : 1;
  const plurals = new Intl.PluralRules(LOCALES[lang]);
  const numbers = new Intl.NumberFormat(LOCALES[lang]);
  const t = (key: Key, values: Values = {}): string => fill(TEXTS[key][at], values);
  return {
    lang,
    t,
    tn: (key, n, values = {}) => {
      const [one = '', other = ''] = TEXTS[key][at].split(' | ');
      const form = plurals.select(n) === 'one' ? one : other;
      return fill(form, { n: numbers.format(n), ...values });
    },
    open: (prefix, word) => TEXTS[`${prefix}.${word}` as Key]?.[at] ?? word.replaceAll('_', ' '),
  };
};

const isLang = (text: string | null): text is Lang => text === 'es' || text === 'en';

/** The language chosen here before, else the first of the browser's that exists, else English, as in the documentation. */
const firstLang = (): Lang => {
  const chosen = readStored('lang');
  if (isLang(chosen)) return chosen;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLang) ?? 'en';
};

const CHANGED = 'comanda-lang';
const root = document.documentElement;
const readLang = () => root.lang as Lang;

root.lang = firstLang();

const showIn = (lang: Lang): void => {
  root.lang = lang;
  root.dispatchEvent(new Event(CHANGED));
};

// Another tab has chosen a language.
onStored('lang', (chosen) => isLang(chosen) && showIn(chosen));

export const setLang = (lang: Lang): void => {
  writeStored('lang', lang);
  showIn(lang);
};

const LANGUAGES: Record<Lang, Language> = { es: makeLanguage('es'), en: makeLanguage('en') };

export const useWords = (): Words => {
  const lang = useBrowser(root, CHANGED, readLang);
  const { zonaHoraria, moneda } = useScope();
  return { ...LANGUAGES[lang], format: formatFor(LOCALES[lang], zonaHoraria, moneda) };
};
