import MiniSearch, { type SearchResult } from 'minisearch';
import { fold } from '../search/fold.ts';
import { type Entry, INDEX_OPTIONS, SEARCH_OPTIONS } from '../search/index-options.ts';

const RESULTS_MAX = 30;
const EXCERPT_CHARS = 160;

interface Piece {
  text: string;
  isMatch: boolean;
}

export interface Found extends Pick<Entry, 'path' | 'title' | 'page'> {
  excerpt: Piece[];
}

export type Find = (text: string) => Found[];

export const loadIndex = async (url: string): Promise<Find> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const index = MiniSearch.loadJSON<Entry>(await response.text(), INDEX_OPTIONS);
  return (text) => index.search(text, SEARCH_OPTIONS).slice(0, RESULTS_MAX).map(foundOf);
};

const foundOf = (result: SearchResult): Found => ({
  path: result.id,
  title: result['title'],
  page: result['page'],
  excerpt: excerptOf(result['text'], result.terms),
});

/** The part of the text around the first match, with every match in it. */
const excerptOf = (text: string, terms: readonly string[]): Piece[] => {
  const folded = fold(text);
  const anyTerm = terms.map((term) => term.replace(/[$^*+?.()|[\]{}\\]/g, '\\$&')).join('|');
  const words = new RegExp(`(?<![\\p{L}\\d])(?:${anyTerm})(?![\\p{L}\\d])`, 'gu');
  const near = Math.max(0, folded.search(words) - EXCERPT_CHARS / 4);
  const from = near === 0 ? 0 : text.indexOf(' ', near) + 1;
  const to = from + EXCERPT_CHARS;
  const pieces: Piece[] = [];
  let end = from;
  const add = (until: number, isMatch: boolean): void => {
    if (until > end) pieces.push({ text: text.slice(end, until), isMatch });
    end = until;
  };
  for (const { 0: word, index } of folded.matchAll(words)) {
    if (index < from || index + word.length > to) continue;
    add(index, false);
    add(index + word.length, true);
  }
  add(Math.min(to, text.length), false);
  if (from > 0) pieces.unshift({ text: '…', isMatch: false });
  if (to < text.length) pieces.push({ text: '…', isMatch: false });
  return pieces;
};
