import pg from 'pg';

/** A node of a plan, as EXPLAIN (ANALYZE, FORMAT JSON) tells it. */
interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

interface Explained {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * The plan of a statement that is prepared first: EXPLAIN of the bare one would plan it for its values, and not as the
 * client's settings have it planned.
 */
export async function explain<Node>(
  client: pg.Client,
  sql: string,
  options: string,
  literals: readonly string[],
): Promise<Node> {
  await client.query(`PREPARE explained AS ${sql}`);
  try {
    const call = literals.length === 0 ? '' : `(${literals.join(', ')})`;
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `EXPLAIN (${options}, FORMAT JSON) EXECUTE explained${call}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (plan === undefined) throw new Error('EXPLAIN gave no plan');
    return plan;
  } finally {
    await client.query('DEALLOCATE explained');
  }
}

/** Rows that a statement reads, shown or not. */
export async function rowsTouched(client: pg.Client, { sql, values }: Explained): Promise<number> {
  const literals: string[] = [];
  for (const value of values) literals.push(await literalOf(client, value));
  return rowsOf(await explain<PlanNode>(client, sql, 'ANALYZE', literals));
}

async function literalOf(client: pg.Client, value: unknown): Promise<string> {
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`);
  if (!(value instanceof Buffer)) return pg.escapeLiteral(String(value));
  const { rows } = await client.query<{ text: string }>('SELECT $1::text[]::text AS text', [value]);
  return pg.escapeLiteral(rows[0]?.text ?? '');
}

function rowsOf(node: PlanNode): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const own = node['Node Type'].includes('Scan')
    ? (node['Actual Rows'] + removed) * node['Actual Loops']
    : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), own);
}
