import type pg from 'pg';
import { explain } from './postgres/explain.ts';

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

/** A scan of one table, or an insertion into it. */
interface Touch {
  table: string;
  /**
   * `$3`: the third parameter names the restaurant. `row`: each inserted row takes it from the row that it was made
   * from.
   */
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
 * Finds the parameter that names a statement's restaurant from PostgreSQL's own plan: a regular expression over SQL
 * would accept a condition in the wrong subquery. The client has to have the service's settings.
 */
export const tenancyOf = async (
  client: pg.Client,
  tenants: ReadonlySet<string>,
  text: string,
): Promise<Tenancy> => {
  if (!isPlanned(text)) return { touches: [], parameter: null };
  const parameters = [...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n));
  const nulls = Array<string>(Math.max(0, ...parameters)).fill('NULL');
  const plan = await explain<PlanNode>(client, text, 'VERBOSE, COSTS OFF', nulls);
  const touches = touchesOf(plan).filter(({ table }) => tenants.has(table));
  return { touches, parameter: onlyParameter(touches) };
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
  // A scan below finds the rows that are updated or deleted.
  if (node.Operation !== 'Insert') return below;
  // `restaurante_id` is the first column of every tenant table; the rows come from the plan that belongs to no
  // subquery.
  const source = node.Plans?.find((child) => child['Parent Relationship'] === 'Outer') ?? node;
  return [{ table, restaurante: sourceOf(source) }, ...below];
};

/**
 * Only a parameter will do. Where PostgreSQL knows b's, it turns `a.restaurante_id = b.restaurante_id` into a
 * parameter, too, and the plan shows it; not in a subquery of its own, where Citus does not know the shard either.
 */
const equalTo = (conditions: string): string | null =>
  parameterIn(/\brestaurante_id = \(?([$\w.]+)/.exec(conditions)?.[1] ?? '');

/**
 * `INSERT … SELECT` of many rows has to read them from the shard that it writes to: Citus sends the rows of
 * `SELECT $1, …` through the coordinator.
 */
const sourceOf = (source: PlanNode): string | null => {
  const expression = source.Output?.[0] ?? '';
  if (/^\w+\.restaurante_id$/.test(expression)) return 'row';
  return source['Node Type'] === 'Result' ? parameterIn(expression) : null;
};

/** `$1`, or `($1)::text`. */
const parameterIn = (expression: string): string | null =>
  /^\(?(\$\d+)\)?(?:::text)?$/.exec(expression)?.[1] ?? null;
