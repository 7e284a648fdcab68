import { readdirSync, readFileSync } from 'node:fs';

/** One numbered step of a schema: `0001_initial.sql` is version 1. */
interface Migration {
  version: number;
  name: string;
  sql: string;
}

/** The migrations of a folder in order; their numbers must be 1, 2, 3… without a gap. */
export const readMigrations = (folder: URL): Migration[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file, index) => {
      const version = Number.parseInt(file, 10);
      if (version !== index + 1) throw new Error(`migration ${file} is out of sequence`);
      return { version, name: file, sql: readFileSync(new URL(file, folder), 'utf8') };
    });

export const newerThanCode = (found: number, known: number): string =>
  `the database has schema version ${found} and this program knows only ${known}; ` +
  'start the newer program that wrote it, or restore a backup';
