/** One field of each row. */
export const column = <T, K extends keyof T>(rows: readonly T[], field: K): T[K][] =>
  rows.map((row) => row[field]);

/** Some fields of each row, as a tuple. */
export const columns = <T, K extends readonly (keyof T)[]>(rows: readonly T[], ...fields: K) =>
  rows.map((row) => fields.map((field) => row[field]) as { -readonly [I in keyof K]: T[K[I]] });

/** The numbers from 1 to n. */
export const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);
