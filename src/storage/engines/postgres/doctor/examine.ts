import type pg from 'pg';
import type { Examination, Finding } from '../../../../platform/finding.ts';
import { lookAtDatabase } from '../driver/migrate.ts';
import { CHECKS } from './checks.ts';

export const examineDatabase = (databaseUrl: string, nowMs: () => number): Promise<Examination> =>
  lookAtDatabase(databaseUrl, async (client, found) => {
    const examined = { ...found, nowMs, one: oneRow(client) };
    const findings = new Map<string, Finding>();
    for (const [name, check] of Object.entries(CHECKS)) {
      const finding = await check(examined);
      if (finding !== null) findings.set(name, finding);
    }
    return { findings, isCurrent: found.pending === 0 };
  });

const oneRow =
  (client: pg.Client) =>
  async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T> => {
    const { rows } = await client.query<T>(sql, values);
    const [row] = rows;
    if (row === undefined) throw new Error('the server answered with no row');
    return row;
  };
