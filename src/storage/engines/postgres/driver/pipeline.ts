import type pg from 'pg';
import { makePool, type Query } from './connection.ts';
import { isLost } from './failures.ts';

/**
 * Sends short queries over shared connections: to take one out of a pool takes longer than such a query. A slow query holds up
 * all that follow it (head-of-line blocking).
 */
export const makePipelines = (config: pg.PoolConfig, count: number) => {
  const pool = makePool({ ...config, max: count, pipeline: true });
  const pipelines = Array.from({ length: count }, () => makePipeline(pool));
  let opened = 0;
  pool.on('connect', () => {
    opened += 1;
  });
  return {
    /** How many connections were opened so far. */
    opened: (): number => opened,
    query: (config: pg.QueryConfig): Promise<pg.QueryResult> =>
      pipelines
        .reduce((least, each) => (each.pending() < least.pending() ? each : least))
        .query(config),
    async close(): Promise<void> {
      await Promise.all(pipelines.map((pipeline) => pipeline.close()));
      await pool.end();
    },
  };
};

export type Pipelines = ReturnType<typeof makePipelines>;

/** One connection, opened by the first query and again after it broke. */
const makePipeline = (pool: pg.Pool) => {
  let connection: Promise<pg.PoolClient> | null = null;
  let client: pg.PoolClient | null = null;
  let pending = 0;

  const open = async (): Promise<pg.PoolClient> => {
    try {
      const opened = await pool.connect();
      opened.once('end', () => drop(opened));
      client = opened;
      return opened;
    } catch (error) {
      connection = null;
      throw error;
    }
  };

  const drop = (dropped: pg.PoolClient): void => {
    if (client !== dropped) return;
    client = null;
    connection = null;
    dropped.release(true);
  };

  const query: Query = async (config) => {
    pending += 1;
    try {
      connection ??= open();
      const used = await connection;
      return await used.query(config).catch((error: unknown) => {
        if (isLost(error)) drop(used);
        throw error;
      });
    } finally {
      pending -= 1;
    }
  };

  return {
    query,
    pending: () => pending,
    /** Also drops a connection that is just being opened: left in the pool, it keeps the process alive. */
    async close(): Promise<void> {
      const opened = await connection?.catch(() => null);
      if (opened) drop(opened);
    },
  };
};
