import type { ColumnType, Row, Table } from '../schema/table.ts';

export type Plain = string | number | boolean | null;

/** A row in one form, whether it came from the service or from one of the databases. */
export const canonicalRow = ({ columns }: Table, row: Row | readonly unknown[]): Plain[] =>
  columns.map(({ type }, i) => canonical(type, row[i] ?? null));

const canonical = (type: ColumnType, value: unknown): Plain => {
  if (value === null) return null;
  if (type === 'integer' || type === 'cents' || type === 'number') return Number(value);
  if (type === 'boolean') return value === true || value === 1 || value === 'true';
  if (type === 'timestamp') return instant(String(value));
  if (type === 'json') return sortedJson(typeof value === 'string' ? JSON.parse(value) : value);
  // DuckDB's driver drops a byte order mark when it reads a text.
  return String(value).replace(/^\ufeff/, '');
};

/** Databases write `2026-11-15 13:30:00.5+00`. */
const instant = (text: string): string => {
  const iso = text.replace(' ', 'T').replace(/[+-]\d\d$/, (offset) => `${offset}:00`);
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? text : new Date(ms).toISOString();
};

/** A database may keep the keys of an object in another order. */
const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
