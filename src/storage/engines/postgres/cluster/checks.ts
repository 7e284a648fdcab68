import { type Finding, fault, ok, warning } from '../../../../platform/finding.ts';

type One = <T extends object>(sql: string, values?: unknown[]) => Promise<T>;

const IS_USED = "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS used";
/** A node without our role, our database or the extension fails here like one that is down. */
const ASK_NODES = `
  SELECT json_agg(json_build_object('node', n.nodename || ':' || n.nodeport,
           'answers', a.success, 'answer', a.result) ORDER BY n.nodeid) AS nodes,
         current_setting('max_connections')::int AS connections
  FROM run_command_on_all_nodes($1) a JOIN pg_dist_node n USING (nodeid)`;
const TELL = `SELECT json_build_object(
  'walLevel', current_setting('wal_level'),
  'connections', current_setting('max_connections')::int,
  'prepared', current_setting('max_prepared_transactions')::int,
  'mayCreate', has_schema_privilege(current_schema(), 'CREATE'))`;

interface Answer {
  node: string;
  answers: boolean;
  /** `Told` as JSON, or why there is none. */
  answer: string;
}

interface Told {
  walLevel: string;
  connections: number;
  prepared: number;
  mayCreate: boolean;
}

/** A cluster without these works until the day on which a shard has to move, a node fills up or a commit has two phases. */
const wantsOf = (node: string, told: Told, connections: number): string[] => [
  ...(told.mayCreate ? [] : [`${node}: the role may not create tables`]),
  ...(told.walLevel === 'logical' ? [] : [`${node}: wal_level is ${told.walLevel}`]),
  ...(told.connections >= connections ? [] : [`${node}: max_connections is ${told.connections}`]),
  ...(told.prepared >= told.connections
    ? []
    : [`${node}: max_prepared_transactions is ${told.prepared}`]),
];

export const checkCluster = async ({ one }: { one: One }): Promise<Finding | null> => {
  const { used } = await one<{ used: boolean }>(IS_USED);
  if (!used) return null;
  const { nodes, connections } = await one<{ nodes: Answer[]; connections: number }>(ASK_NODES, [
    TELL,
  ]);
  const silent = nodes.filter(({ answers }) => !answers);
  if (silent.length > 0) {
    return fault(
      `nodes that do not answer: ${silent.map(({ node, answer }) => `${node} (${answer.trim()})`).join(', ')}`,
      'their restaurants wait: start them, or give them the role, the database and the extension of the others',
    );
  }
  const wants = nodes.flatMap(({ node, answer }) => wantsOf(node, JSON.parse(answer), connections));
  if (wants.length === 0) return ok(`${nodes.length} nodes answer and can move shards`);
  return warning(
    wants.join(', '),
    `each node needs wal_level = logical, max_connections of at least the coordinator's (${connections}), as many max_prepared_transactions, and a role that owns the database`,
  );
};
