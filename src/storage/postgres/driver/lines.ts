import type pg from 'pg';
import type { Queryable } from './connection.ts';
import { isLost, isSilent } from './failures.ts';

interface Line {
  /** Null: not open, or about to be. */
  client: pg.PoolClient | null;
  opening: Promise<pg.PoolClient> | null;
  /** Questions that are not answered yet. */
  waiting: number;
}

export interface Lines extends Queryable {
  close(): Promise<void>;
}

/**
 * Connections that everybody asks on, without waiting for the answers to those before: for questions that come
 * with nearly every request and are answered in no time. To be lent a connection by the pool, and given it back,
 * took longer than to ask; and whoever asks in the same turn of the event loop shares one write to the socket.
 */
export const makeLines = (pool: pg.Pool, count: number): Lines => {
  const lines = Array.from(
    { length: count },
    (): Line => ({ client: null, opening: null, waiting: 0 }),
  );
  /** Why a connection was given up, for those whose questions went with it. */
  const silences = new WeakMap<pg.PoolClient, Error>();

  const open = (line: Line): Promise<pg.PoolClient> => {
    line.opening ??= pool
      .connect()
      .then((client) => {
        client.once('end', () => close(line, client));
        line.client = client;
        return client;
      })
      .finally(() => {
        line.opening = null;
      });
    return line.opening;
  };

  const close = (line: Line, client: pg.PoolClient): void => {
    if (line.client !== client) return;
    line.client = null;
    client.release(true);
  };

  const leastBusy = (): Line =>
    lines.reduce((least, line) => (line.waiting < least.waiting ? line : least));

  return {
    async query<T extends pg.QueryResultRow>(config: pg.QueryConfig) {
      const line = leastBusy();
      line.waiting += 1;
      try {
        const client = line.client ?? (await open(line));
        return await ask<T>(client, config).catch((error: unknown) => {
          if (isLost(error)) close(line, client);
          if (isSilent(error) && error instanceof Error) silences.set(client, error);
          throw silences.get(client) ?? error;
        });
      } finally {
        line.waiting -= 1;
      }
    },
    async close() {
      for (const line of lines) if (line.client !== null) close(line, line.client);
      await pool.end();
    },
  };
};

const ask = <T extends pg.QueryResultRow>(client: pg.PoolClient, config: pg.QueryConfig) =>
  new Promise<pg.QueryResult<T>>((resolve, reject) => {
    // It gives back nothing where it calls back.
    void client.query<T>(config, (error: unknown, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  });
