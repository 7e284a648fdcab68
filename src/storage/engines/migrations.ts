import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** One numbered step of a schema: `0001_comanda.sql` is version 1. */
export interface Migration {
  version: number;
  name: string;
  /** They are sent one by one: Citus refuses to change several distributed tables with one message. */
  statements: readonly string[];
  /** Tells a file from another of the same number, whatever its comments say. */
  fingerprint: string;
}

/** The migrations of a folder in order; their numbers must be 1, 2, 3… without a gap. */
export const readMigrations = (folder: URL): Migration[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file, index) => {
      const version = Number.parseInt(file, 10);
      if (version !== index + 1) throw new Error(`migration ${file} is out of sequence`);
      return makeMigration(version, file, readFileSync(new URL(file, folder), 'utf8'));
    });

export const makeMigration = (version: number, name: string, sql: string): Migration => {
  const statements = split(sql);
  return { version, name, statements, fingerprint: hash('sha256', statements.join(';')) };
};

/** A statement ends with a line; bodies between `$$` are one piece. */
const split = (sql: string): string[] => {
  const lines = sql.split('\n').map((line) => line.trimEnd());
  const code = lines.filter((line) => line !== '' && !line.trimStart().startsWith('--')).join('\n');
  const statements: string[] = [];
  let open = '';
  for (const piece of code.split(/;$/m)) {
    open += open === '' ? piece.trim() : `;${piece}`;
    if (open.split('$$').length % 2 === 0) continue;
    if (open !== '') statements.push(open);
    open = '';
  }
  return statements;
};

/** A migration as a database remembers it. */
export interface Applied {
  version: number;
  fingerprint: string;
}

/**
 * Why a program with the `known` migrations must leave a database alone, with what to do instead. `applied`: null for a
 * database that has tables of ours and remembers no migration.
 */
export const refusalOf = (
  applied: readonly Applied[] | null,
  known: readonly Migration[],
): string | null => {
  if (applied === null) return NEVER_RELEASED;
  if (applied.length > known.length) {
    return (
      `the database has schema version ${applied.length} and this program knows only ${known.length}; ` +
      'start the newer program that wrote it, or restore a backup'
    );
  }
  const isKnown = applied.every(({ fingerprint }, i) => fingerprint === known[i]?.fingerprint);
  return isKnown ? null : NEVER_RELEASED;
};

const NEVER_RELEASED =
  'the database was made by a build that was never released, and nothing upgrades it; ' +
  'move it away, or name another DATA_DIR or DATABASE_URL, and begin with an empty one';
