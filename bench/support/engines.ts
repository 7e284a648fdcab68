/** Engines with their label, which begins the names of their figures. */
export const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;
export type EngineName = keyof typeof ENGINES;

export const engineOf = (databaseUrl: string | null): EngineName =>
  databaseUrl === null ? 'sqlite' : 'postgres';
