import { LRUCache } from 'lru-cache';
import { makeSemaphore, type Semaphore } from '../../../../platform/async/semaphore.ts';
import { StorageBusyError } from '../../../port/errors.ts';
import type { Session } from '../driver/connection.ts';

/** Where the rows of a restaurant are. The coordinator answers from its own catalogue. */
const NODE_OF = `
  SELECT nodename || ':' || nodeport AS node FROM pg_dist_shard_placement
  WHERE shardid = get_shard_id_for_distribution_column('log_heads', $1::text)`;
/** A shard that has moved counts for its old node for so long. */
const NODE_TTL_MS = 30_000;
const RESTAURANTS_MAX = 50_000;
/** Each work that a silent node keeps holds a session of the coordinator until the node answers: it is asked seldom. */
const RETRY_MS = 3_000;
/** A failure after so long was a time limit: less than that of reads. */
const SILENCE_MS = 1_500;

interface Node {
  name: string;
  silentUntilMs: number;
}

/** Bounds what may wait for one node (bulkhead), and fails at once what would only wait for a silent one (circuit breaker). */
export const makeBulkhead = (catalogue: Session, monotonicMs: () => number) => {
  const nodes = new Map<string, Node>();
  const places = new LRUCache<string, Node>({ max: RESTAURANTS_MAX, ttl: NODE_TTL_MS });

  const named = (name: string): Node =>
    nodes.getOrInsertComputed(name, () => ({ name, silentUntilMs: 0 }));
  const lookUp = async (restauranteId: string): Promise<Node> => {
    const [found] = await catalogue.rows<{ node: string }>(NODE_OF, [restauranteId]);
    const node = named(found?.node ?? '');
    places.set(restauranteId, node);
    return node;
  };

  /** In this turn of the event loop where the node is known: a commit that began later would take in more commands. */
  const onNode = <T>(restauranteId: string, use: (node: Node) => Promise<T>): Promise<T> => {
    const known = places.get(restauranteId);
    return known === undefined ? lookUp(restauranteId).then(use) : use(known);
  };

  /** Refuses what is for a node that did not answer a moment ago. */
  const pass = <T>(slots: Semaphore, node: Node, work: () => Promise<T>): Promise<T> =>
    slots.run(() => {
      // Checked with the slot: those that waited for it while the node fell silent fail with the first.
      const nowMs = monotonicMs();
      if (nowMs < node.silentUntilMs) throw new StorageBusyError('the node does not answer');
      // One asks a node that was silent; the others are refused until that one has an answer.
      if (node.silentUntilMs > 0) node.silentUntilMs = nowMs + RETRY_MS;
      return work();
    });

  /** Judges the node by how work on it ended. */
  const judgeNode = async <T>(node: Node, work: () => Promise<T>): Promise<T> => {
    const startedMs = monotonicMs();
    try {
      const done = await work();
      node.silentUntilMs = 0;
      return done;
    } catch (error) {
      const nowMs = monotonicMs();
      const isSilent = error instanceof StorageBusyError && nowMs - startedMs >= SILENCE_MS;
      node.silentUntilMs = isSilent ? nowMs + RETRY_MS : 0;
      throw error;
    }
  };

  /** Lets `perNodeMax` pieces of one kind of work wait for each node, whatever waits at other gates. */
  const gate = (perNodeMax: number) => {
    const slots = new Map<Node, Semaphore>();
    const slotsOf = (node: Node) =>
      slots.getOrInsertComputed(node, () => makeSemaphore(perNodeMax));
    const enter = <T>(restauranteId: string, work: () => Promise<T>): Promise<T> =>
      onNode(restauranteId, (node) => pass(slotsOf(node), node, work));
    const judge = <T>(restauranteId: string, work: () => Promise<T>): Promise<T> =>
      onNode(restauranteId, (node) => judgeNode(node, work));
    return {
      enter,
      judge,
      within: <T>(restauranteId: string, work: () => Promise<T>): Promise<T> =>
        enter(restauranteId, () => judge(restauranteId, work)),
      withinNode(name: string, work: () => Promise<boolean>): Promise<boolean> {
        const node = named(name);
        return pass(slotsOf(node), node, () => judgeNode(node, work));
      },
    };
  };

  return { gate };
};

type Bulkhead = ReturnType<typeof makeBulkhead>;
export type Gate = ReturnType<Bulkhead['gate']>;

const RESTAURANT = /^rest_/;

/** Statements name the restaurant first. Those that name none go to the coordinator, or to all nodes. */
export const guarded = (session: Session, { within: guard }: Gate): Session => {
  const within = <T>(values: readonly unknown[], work: () => Promise<T>): Promise<T> => {
    const [first] = values;
    return typeof first === 'string' && RESTAURANT.test(first) ? guard(first, work) : work();
  };
  return {
    rows: (sql, values) => within(values, () => session.rows(sql, values)),
    run: (sql, values) => within(values, () => session.run(sql, values)),
  };
};
