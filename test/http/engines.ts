import { createDatabase } from '../support/databases.ts';
import { type Ending, type Service, startService } from './service.ts';

export const ENGINES = ['SQLite', 'PostgreSQL'] as const;
export type EngineName = (typeof ENGINES)[number];

/** The whole service on a database of its own, of either engine. */
export const startServiceOn = async (
  engine: EngineName,
  t: Ending,
  env: Record<string, string> = {},
): Promise<Service> => {
  if (engine === 'SQLite') return startService(t, { env });
  const database = await createDatabase();
  const service = await startService(t, { databaseUrl: database.url, env });
  // After the service has let go of it: what is left for the end is done in turn.
  t.after(() => database.drop());
  return service;
};
