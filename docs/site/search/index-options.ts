import type { Options, SearchOptions } from 'minisearch';
import { fold } from './fold.ts';

// The build makes the index with these options, and the browser has to read it with the same.

/** A part of a page that a search can lead to. */
export interface Entry {
  path: string;
  /** Title of the page. */
  page: string;
  /** Title of the part. */
  title: string;
  text: string;
}

export const INDEX_OPTIONS: Options<Entry> = {
  idField: 'path',
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'text'],
  processTerm: fold,
};

const FUZZY_CHARS_MIN = 5;

export const SEARCH_OPTIONS: SearchOptions = {
  combineWith: 'AND',
  prefix: true,
  // A slip of the keyboard is forgiven in long words: in a short one it makes another word.
  fuzzy: (term) => (term.length < FUZZY_CHARS_MIN ? false : 0.2),
  boost: { title: 6, page: 2 },
  // A match with the page's title alone would list every part of that page.
  filter: ({ match }) => Object.values(match).some((fields) => fields.some((f) => f !== 'page')),
};
