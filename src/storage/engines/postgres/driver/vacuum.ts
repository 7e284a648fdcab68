import pg from 'pg';
import { StorageUnusableError } from '../../../port/errors.ts';
import { connectionConfig } from './connection.ts';
import { busyOr } from './failures.ts';
import { liftTimeLimits } from './migrate.ts';

/** Every table that may hold data of customers. */
const TABLES = 'pedidos, historial, eventos, entregas, pedidos_clientes, auditoria';

/** Rewrites the tables: a plain VACUUM leaves the bytes of old rows on their pages until other rows need the room. */
export const vacuumDatabase = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client(connectionConfig(databaseUrl));
  client.on('error', () => {});
  // PostgreSQL skips the tables of another owner, warns of each (class 01), and reports success.
  const skipped: string[] = [];
  client.on('notice', ({ code = '', message = '' }) => {
    if (code.startsWith('01')) skipped.push(message);
  });
  try {
    await client.connect();
    await liftTimeLimits(client);
    await client.query(`VACUUM (FULL, ANALYZE) ${TABLES}`);
    if (skipped.length > 0) {
      throw new StorageUnusableError(
        `PostgreSQL did not rewrite every table; connect as the role that owns them: ${skipped.join('; ')}`,
      );
    }
  } catch (error) {
    throw busyOr(error);
  } finally {
    await client.end().catch(() => {});
  }
};
