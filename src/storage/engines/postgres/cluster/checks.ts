import { type Finding, fault, ok, warning } from '../../../../platform/finding.ts';

type One = <T extends object>(sql: string, values?: unknown[]) => Promise<T>;

const ON_NODES = `
  SELECT count(*)::int AS nodes,
         string_agg(nodeid::text, ', ') FILTER (WHERE NOT success) AS silent,
         string_agg(nodeid::text, ', ') FILTER (WHERE success AND NOT result::boolean) AS unfit
  FROM run_command_on_all_nodes($1)`;
const IS_FIT = `SELECT current_setting('wal_level') = 'logical'
  AND current_setting('max_prepared_transactions')::int >= current_setting('max_connections')::int`;

/** A cluster without these works until the day on which a shard has to move, or a commit has two phases. */
export const checkCluster = async ({ one }: { one: One }): Promise<Finding | null> => {
  const { used } = await one<{ used: boolean }>(
    "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS used",
  );
  if (!used) return null;
  const found = await one<{ nodes: number; silent: string | null; unfit: string | null }>(
    ON_NODES,
    [IS_FIT],
  );
  if (found.silent !== null) {
    return fault(`nodes that do not answer: ${found.silent}`, 'their restaurants wait: start them');
  }
  if (found.unfit === null) return ok(`${found.nodes} nodes answer and can move shards`);
  return warning(
    `nodes that cannot move shards under load: ${found.unfit}`,
    'set wal_level = logical there, and max_prepared_transactions to max_connections at least',
  );
};
