import { createRequire } from 'node:module';
import { escapeHtml } from '../html.ts';

interface Highlighter {
  getLanguage(language: string): object | undefined;
  highlight(text: string, options: { language: string }): { value: string };
}

// Required, because its types would bring those of browsers into every program that imports this file.
const highlighter: Highlighter = createRequire(import.meta.url)('highlight.js');

/** Nobody colours brackets, and the reference would have thousands of elements for them. */
const PLAIN = /<span class="hljs-punctuation">([^<]*)<\/span>/g;

/** Code as HTML that a browser shows in colours without a script. An unknown language stays plain. */
export const highlight = (text: string, language = ''): string =>
  highlighter.getLanguage(language) === undefined
    ? escapeHtml(text)
    : highlighter.highlight(text, { language }).value.replace(PLAIN, '$1');
