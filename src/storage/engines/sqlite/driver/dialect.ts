import type { KeyedQuery, Target } from '../../../database.ts';

/** `a text, "b" bigint` of a record set: the columns, each read from an object of the JSON array. */
const columnsOf = (columns: string): string =>
  columns
    .split(',')
    .map((column) => {
      const name = column.trim().split(/\s/)[0] ?? '';
      return `value ->> '${name.replaceAll('"', '')}' AS ${name}`;
    })
    .join(', ');

/** Translates SQL that is written for PostgreSQL too: JSON arrays take the place of lists and record sets. */
export const toSqlite = (sql: string): string =>
  sql
    .replaceAll(/ COLLATE "\w+"/g, '')
    // `/*+ INDEXED BY … */`: a hint for SQLite, which is a comment for PostgreSQL.
    .replaceAll(/\/\*\+ (.*?) \*\//g, '$1')
    .replaceAll(
      /json_to_recordset\((\$\d+)\) AS (\w+) \(([^)]*)\)/g,
      (_, list: string, alias: string, columns: string) =>
        `(SELECT ${columnsOf(columns)} FROM json_each(${list})) AS ${alias}`,
    )
    .replaceAll(
      /(=|<>) (?:ANY|ALL) \((\$\d+)::\w+\[\]\)/g,
      (_, operator: string, list: string) =>
        `${operator === '=' ? 'IN' : 'NOT IN'} (SELECT value FROM json_each(${list}))`,
    )
    // Values keep their types without casts, and a transaction locks all rows.
    .replaceAll(/::\w+/g, '')
    .replaceAll(/\sFOR UPDATE(?: OF \w+)?(?: SKIP LOCKED)?/g, '')
    .replaceAll(/ON CONFLICT \([^)]*\)/g, 'ON CONFLICT')
    // SQLite takes `$1` for a name.
    .replaceAll(/\$(\d)/g, '?$1');

const insertTexts = new Map<Target, string>();
const lookupTexts = new Map<KeyedQuery, string>();

/** Inserts one row. */
export const insertText = (into: Target): string =>
  insertTexts.getOrInsertComputed(into, ({ table, columns, onConflict = '' }) => {
    const values = Object.values(columns).map((type, i) =>
      type === 'utf8' ? `CAST(?${i + 2} AS TEXT)` : `?${i + 2}`,
    );
    return `
      INSERT INTO ${table} AS t (restaurante_id, ${Object.keys(columns).join()})
      VALUES (?1, ${values.join()}) ${onConflict}`;
  });

/** Asks for one key. */
export const lookupText = (query: KeyedQuery): string =>
  lookupTexts.getOrInsertComputed(query, ({ key, sql }) => {
    const names = Object.keys(key);
    return sql.replaceAll(/\bk\.(\w+)/g, (_, name: string) => `?${names.indexOf(name) + 2}`);
  });
