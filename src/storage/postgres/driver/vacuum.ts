import pg from 'pg';
import { connectionConfig, liftTimeLimits } from './connection.ts';
import { busyOr } from './failures.ts';

/** All that may hold data of customers. */
const TABLES = 'pedidos, historial, eventos, entregas, pedidos_clientes, auditoria';

/** Writes the tables anew: a plain VACUUM leaves the bytes of old rows on their pages until others need the room. */
export const vacuumDatabase = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client(connectionConfig(databaseUrl));
  client.on('error', () => {});
  try {
    await client.connect();
    await liftTimeLimits(client);
    await client.query(`VACUUM (FULL, ANALYZE) ${TABLES}`);
  } catch (error) {
    throw busyOr(error);
  } finally {
    await client.end().catch(() => {});
  }
};
