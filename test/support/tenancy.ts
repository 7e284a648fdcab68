import type pg from 'pg';

/** A node of a plan, as EXPLAIN (VERBOSE, FORMAT JSON) tells it. */
interface PlanNode {
  'Node Type': string;
  'Parent Relationship'?: string;
  Operation?: string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Output?: string[];
  Plans?: PlanNode[];
}

/** Where the rows of one table are found, or go to. */
interface Touch {
  table: string;
  /** `$3`: the restaurant is the third value. `row`: rows are inserted beside those they were made from. */
  restaurante: string | null;
}

export interface Tenancy {
  touches: Touch[];
  /** The one value that names the restaurant; null when there is none, or more than one. */
  parameter: number | null;
}

/** Tables whose rows belong to one restaurant each: it comes first in their primary key. */
export const tenantTables = async (client: pg.Client): Promise<Set<string>> => {
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_index i
    JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
    WHERE i.indisprimary AND a.attname = 'restaurante_id'`);
  return new Set(rows.map(({ name }) => name));
};

const isPlanned = (text: string): boolean => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text);

/**
 * How a statement finds its restaurant, from PostgreSQL's own plan: a regular expression over SQL would
 * believe in a condition that is written in the wrong subquery. The client's settings are the service's.
 */
export const tenancyOf = async (
  client: pg.Client,
  tenants: ReadonlySet<string>,
  text: string,
): Promise<Tenancy> => {
  if (!isPlanned(text)) return { touches: [], parameter: null };
  await client.query(`PREPARE explained AS ${text}`);
  try {
    const { rows: prepared } = await client.query<{ n: number }>(
      `SELECT cardinality(parameter_types) AS n FROM pg_prepared_statements WHERE name = 'explained'`,
    );
    const nulls = Array.from({ length: prepared[0]?.n ?? 0 }, () => 'NULL').join(', ');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (VERBOSE, COSTS OFF, FORMAT JSON) EXECUTE explained${nulls && `(${nulls})`}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (plan === undefined) throw new Error('EXPLAIN gave no plan');
    const touches = touchesOf(plan).filter(({ table }) => tenants.has(table));
    return { touches, parameter: onlyParameter(touches) };
  } finally {
    await client.query('DEALLOCATE explained');
  }
};

const onlyParameter = (touches: readonly Touch[]): number | null => {
  const named = new Set(touches.map(({ restaurante }) => restaurante));
  const [first, ...others] = [...named].filter((each) => each !== 'row');
  if (first === undefined || first === null || others.length > 0) return null;
  return Number(first.slice(1));
};

const touchesOf = (node: PlanNode): Touch[] => {
  const below = (node.Plans ?? []).flatMap(touchesOf);
  const table = node['Relation Name'];
  if (table === undefined) return below;
  if (node['Node Type'] !== 'ModifyTable') {
    const conditions = `${node['Index Cond'] ?? ''} ${node.Filter ?? ''}`;
    return [{ table, restaurante: equalTo(conditions) }, ...below];
  }
  // What is changed or deleted was found by a scan below.
  if (node.Operation !== 'Insert') return below;
  // It is the first column of every tenant table; the rows come from the plan that is no subquery's.
  const source = node.Plans?.find((child) => child['Parent Relationship'] === 'Outer') ?? node;
  return [{ table, restaurante: sourceOf(source) }, ...below];
};

/**
 * Only a value will do. `a.restaurante_id = b.restaurante_id` is one to PostgreSQL as well where it knows b's, and shows
 * in the plan as such; not in a subquery of its own, where Citus does not know the shard either.
 */
const equalTo = (conditions: string): string | null =>
  parameterIn(/\brestaurante_id = \(?([$\w.]+)/.exec(conditions)?.[1] ?? '');

/** Many rows have to come from the shard they go to: Citus carries those of `SELECT $1, …` through the coordinator. */
const sourceOf = (source: PlanNode): string | null => {
  const expression = source.Output?.[0] ?? '';
  if (/^\w+\.restaurante_id$/.test(expression)) return 'row';
  return source['Node Type'] === 'Result' ? parameterIn(expression) : null;
};

/** `$1`, or `($1)::text`. */
const parameterIn = (expression: string): string | null =>
  /^\(?(\$\d+)\)?(?:::text)?$/.exec(expression)?.[1] ?? null;
