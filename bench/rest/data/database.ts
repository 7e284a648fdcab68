import type { StoreTarget } from '../../../src/storage/open.ts';
import type { DataSize } from '../../scale.ts';
import { runScript } from '../../support/processes.ts';
import { type KeyBook, makeKeyBook } from '../keys.ts';

/** The loader's notes about a database that it has filled. */
export interface Note {
  /** Tokens of each restaurant. */
  tokens: Record<string, string[]>;
  /** Orders of each restaurant, from the newest on: all of the ordinary ones, a hundred of the others. */
  newest: Record<string, string[]>;
}

export interface LoaderSettings {
  target: StoreTarget;
  size: DataSize;
  /** Number of keys that the ordinary restaurants share. */
  keys: number;
}

export interface Database extends Note, Omit<LoaderSettings, 'keys'> {
  keys: KeyBook;
}

/** Fills an empty database in a process of its own. */
export const loadDatabase = async (
  settings: LoaderSettings,
  onStep: (step: string) => void = () => {},
): Promise<Database> => {
  const note = await runScript<Note>(new URL('./loader.ts', import.meta.url), settings, { onStep });
  return { ...settings, ...note, keys: makeKeyBook(note.tokens) };
};
