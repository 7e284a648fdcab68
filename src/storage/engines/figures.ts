import { StorageUnusableError } from '../port/errors.ts';

/** Rows of each table. */
export type Figures = ReadonlyMap<string, number>;

export interface BackupOptions {
  signal?: AbortSignal | undefined;
  /** Whether the copy is opened and compared with the snapshot that it was made from. */
  isVerified: boolean;
}

/** Throws if a copy lacks rows that its snapshot had, or has others. */
export const compareFigures = (snapshot: Figures, copy: Figures): void => {
  const different = [...snapshot].flatMap(([table, rows]) => {
    const found = copy.get(table);
    return found === rows ? [] : [`${table} has ${found ?? 'no'} rows instead of ${rows}`];
  });
  if (different.length === 0) return;
  throw new StorageUnusableError(`the backup is not what was backed up: ${different.join(', ')}`);
};
