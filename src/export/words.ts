import type { Bilingual, Lang } from '../contract/bilingual.ts';
import { COLUMNAS } from '../contract/columnas.ts';
import type { Tabla } from '../contract/exportacion.ts';
import { HOJAS, METODOS, PALABRAS, tituloOf } from '../contract/palabras.ts';
import type { Words } from './format.ts';

const inLang = <T extends Record<string, Bilingual>>(texts: T, lang: Lang) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text[lang]])) as {
    [K in keyof T]: string;
  };

/** The words of a table of a restaurant. */
export const wordsOf = (tabla: Tabla, restaurante: string, lang: Lang): Words => ({
  ...inLang(PALABRAS, lang),
  methods: inLang(METODOS, lang),
  sheet: HOJAS[tabla][lang],
  title: `${restaurante} · ${HOJAS[tabla][lang]}`,
  headings: COLUMNAS[tabla].map(({ name }) => tituloOf(name)[lang]),
});
