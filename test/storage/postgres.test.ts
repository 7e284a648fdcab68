import pg from 'pg';
import {
  connectionConfig,
  makeSession,
  type Statement,
} from '../../src/storage/postgres/connection.ts';
import { listStatement } from '../../src/storage/postgres/lista.ts';
import { summaryStatement } from '../../src/storage/postgres/resumen.ts';
import { openPostgresStore } from '../../src/storage/postgres/store.ts';
import { createDatabase } from '../support/databases.ts';
import { conformance } from './conformance/suite.ts';

/** A node of a plan, as EXPLAIN (ANALYZE, FORMAT JSON) tells it. */
interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** Rows that the scans of a plan read, shown or not. */
const rowsTouched = (node: PlanNode): number => {
  const own = node['Node Type'].includes('Scan')
    ? (node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops']
    : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsTouched(child), own);
};

/** Prepared and generic, as the service runs it. */
const costOf = async (
  client: pg.Client,
  { text, values }: Statement & { values: (string | number | boolean | Buffer | null)[] },
): Promise<number> => {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
    name: 'measured',
    text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    values,
  });
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan === undefined) throw new Error('EXPLAIN gave no plan');
  return rowsTouched(plan);
};

conformance({
  name: 'PostgreSQL',
  async create() {
    const database = await createDatabase();
    const measured = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
      const client = new pg.Client(connectionConfig(database.url));
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    };
    return {
      open: (deps) => openPostgresStore(database.url, deps),
      listCost: (query) =>
        measured(async (client) => costOf(client, await listStatement(makeSession(client), query))),
      summaryCost: (restauranteId, from, to) =>
        measured((client) => costOf(client, summaryStatement(restauranteId, from, to))),
      drop: database.drop,
    };
  },
});
