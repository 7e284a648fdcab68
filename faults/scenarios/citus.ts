import { setTimeout as wait } from 'node:timers/promises';
import { atDatabase, citusNodes } from '../../test/support/postgres/citus.ts';
import { createDatabase } from '../../test/support/postgres/databases.ts';
import { type ServerNode, serverNode } from '../../test/support/postgres/node.ts';
import { query } from '../../test/support/postgres/query.ts';
import { openTestStore } from '../../test/support/service.ts';
import { until } from '../../test/support/until.ts';
import { isUnavailable } from '../model/sent-commands.ts';
import { RESTAURANTES, type Rig } from '../rig/rig.ts';
import type { Prepared, Scenario, Stage } from '../scenario.ts';
import { acknowledged, LIGHT_LOAD } from './rolling.ts';

/** Longer than every time limit of the service. */
const FROZEN_MS = 10_000;
const AGAIN_MS = 1_000;
const TRIES_MAX = 30;
const REPEATABLE = /distributed deadlock|leftover from the previous move/;
const NO_CLUSTER =
  'CITUS_URL and CITUS_NODES name no cluster (npm run test:citus says how to get one)';

interface Cluster {
  coordinator: ServerNode;
  workers: readonly ServerNode[];
  /** Runs a statement at the coordinator, as a superuser. */
  sql(text: string): Promise<Record<string, unknown>[]>;
  /** Refusals of restaurants that had nothing to do with a worker which was down. */
  readonly unfair: string[];
}

type Play = (rig: Rig, rounds: number, cluster: Cluster) => Promise<void>;

const onCluster =
  (play: Play) =>
  async ({ t }: Stage): Promise<Prepared | string> => {
    const nodes = citusNodes();
    if (nodes === null) return NO_CLUSTER;
    const { url, name, drop } = await createDatabase();
    t.after(drop);
    const [coordinator, ...workers] = await Promise.all(nodes.map(serverNode));
    if (coordinator === undefined) return NO_CLUSTER;
    const sql = (text: string) => query(atDatabase(coordinator.url, name), text);
    const cluster: Cluster = { coordinator, workers, sql, unfair: [] };
    await (await openTestStore({ databaseUrl: url, dataDir: '' })).close();
    await separate(cluster);
    return {
      rig: { databaseCrashes: true, database: { url } },
      async play(rig, rounds) {
        const stopLoad = rig.startLoad(LIGHT_LOAD);
        await acknowledged(rig, 10);
        await play(rig, rounds, cluster);
        await stopLoad();
      },
      check: () => cluster.unfair,
    };
  };

const hostOf = ({ url }: ServerNode): string => new URL(url).host;

const placeOf = async ({ sql }: Cluster, restauranteId: string) => {
  const [found] = await sql(`
    SELECT shardid AS shard, nodename || ':' || nodeport AS node FROM pg_dist_shard_placement
    WHERE shardid = get_shard_id_for_distribution_column('log_heads', '${restauranteId}')`);
  return { shard: String(found?.['shard']), node: String(found?.['node']) };
};

/** A move that meets an order in a distributed deadlock is the one that Citus gives up: like its own jobs, we try again. */
const movingWithRetries = async (
  { sql }: Cluster,
  rig: Rig | null,
  text: string,
): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await sql(text);
      return;
    } catch (error) {
      if (tries === TRIES_MAX || !REPEATABLE.test(String(error))) throw error;
      rig?.count('moves repeated');
      await wait(AGAIN_MS);
      await sql('CALL citus_cleanup_orphaned_resources()');
    }
  }
};

/** Moves a shard, with all that lie beside it, while orders come in. */
const move = (cluster: Cluster, rig: Rig | null, shard: string, from: string, to: string) => {
  const [source, target] = [from, to].map((each) => `'${each.replace(':', "', ")}`);
  return movingWithRetries(
    cluster,
    rig,
    `SELECT citus_move_shard_placement(${shard}, ${source}, ${target}, 'force_logical')`,
  );
};

/** Each restaurant on a worker of its own. */
const separate = async (cluster: Cluster): Promise<void> => {
  for (const [i, restauranteId] of RESTAURANTES.entries()) {
    const { shard, node } = await placeOf(cluster, restauranteId);
    const worker = cluster.workers[i % cluster.workers.length];
    if (worker !== undefined && hostOf(worker) !== node)
      await move(cluster, null, shard, node, hostOf(worker));
  }
};

const refusedOf = ({ sent, api }: Rig, restauranteId: string): number =>
  api(restauranteId).refused.length +
  sent.all
    .filter(({ comando }) => comando.restaurante_id === restauranteId)
    .flatMap(({ attempts }) => attempts)
    .filter(({ answer }) => isUnavailable(answer)).length;

/** Takes a worker down for a while, in turn; nobody of the others may be refused meanwhile. */
const without = async (
  rig: Rig,
  cluster: Cluster,
  worker: ServerNode,
  outage: () => Promise<void>,
): Promise<void> => {
  const others: string[] = [];
  for (const id of rig.restaurantes) {
    if ((await placeOf(cluster, id)).node !== hostOf(worker)) others.push(id);
  }
  const before = others.map((id) => refusedOf(rig, id));
  await outage();
  for (const [i, id] of others.entries()) {
    const refused = refusedOf(rig, id) - (before[i] ?? 0);
    if (refused > 0)
      cluster.unfair.push(`${id}: ${refused} refused, while another's worker was down`);
  }
  await acknowledgedByAll(rig);
};

/** Every restaurant's orders are accepted again. */
const acknowledgedByAll = async ({ sent, restaurantes }: Rig): Promise<void> => {
  const done = (id: string) =>
    sent.all.filter(
      ({ comando, attempts }) =>
        comando.restaurante_id === id && attempts.some(({ answer }) => answer?.ok),
    ).length;
  const before = restaurantes.map(done);
  await until(() => restaurantes.every((id, i) => done(id) > (before[i] ?? 0) + 2));
};

const turn = <T>(all: readonly T[], round: number): T => {
  const found = all[round % all.length];
  if (found === undefined) throw new Error('a cluster without workers');
  return found;
};

export const workerKilled: Scenario = {
  name: 'citus-kill',
  about: 'a worker of a cluster killed and started again',
  engines: ['postgres'],
  rounds: 20,
  prepare: onCluster(async (rig, rounds, cluster) => {
    for (let round = 0; round < rounds; round += 1) {
      const worker = turn(cluster.workers, round);
      await wait(rig.random.int(100, 1_200));
      await without(rig, cluster, worker, async () => {
        await worker.kill();
        await wait(rig.random.int(100, 2_500));
        await worker.start();
      });
      rig.count('workers killed');
    }
  }),
};

export const workerFrozen: Scenario = {
  name: 'citus-freeze',
  about: 'a worker of a cluster that answers nothing for a while',
  engines: ['postgres'],
  rounds: 3,
  prepare: onCluster(async (rig, rounds, cluster) => {
    for (let round = 0; round < rounds; round += 1) {
      const worker = turn(cluster.workers, round);
      await without(rig, cluster, worker, async () => {
        worker.freeze();
        await wait(FROZEN_MS).finally(worker.thaw);
      });
      rig.count('workers frozen');
    }
  }),
};

export const coordinatorKilled: Scenario = {
  name: 'citus-coordinator',
  about: 'the coordinator of a cluster killed and started again',
  engines: ['postgres'],
  rounds: 3,
  prepare: onCluster(async (rig, rounds, { coordinator }) => {
    for (let round = 0; round < rounds; round += 1) {
      await wait(rig.random.int(100, 1_200));
      await coordinator.kill();
      await wait(rig.random.int(100, 2_500));
      await coordinator.start();
      await acknowledgedByAll(rig);
      rig.count('coordinators killed');
    }
  }),
};

export const shardsMoved: Scenario = {
  name: 'citus-move',
  about: 'a worker of a cluster drained, removed, added and filled; then shards moved one by one',
  engines: ['postgres'],
  rounds: 1,
  // Citus does not always clean up after a move that it cancelled: such a run ends in the middle.
  onlyByName: true,
  prepare: onCluster(async (rig, rounds, cluster) => {
    const { sql, workers } = cluster;
    const last = workers.at(-1);
    if (last === undefined) throw new Error('a cluster without workers');
    const node = `'${hostOf(last).replace(':', "', ")}`;
    for (let round = 0; round < rounds; round += 1) {
      await movingWithRetries(cluster, rig, `SELECT citus_drain_node(${node}, 'force_logical')`);
      await sql(`SELECT citus_remove_node(${node})`);
      await acknowledgedByAll(rig);
      await sql(`SELECT citus_add_node(${node})`);
      await movingWithRetries(
        cluster,
        rig,
        `SELECT rebalance_table_shards(shard_transfer_mode => 'force_logical')`,
      );
      rig.count('rebalanced');
      await acknowledgedByAll(rig);
      const shards = await sql(`
        SELECT shardid AS shard, nodename || ':' || nodeport AS node FROM pg_dist_shard_placement
        WHERE shardid IN (SELECT shardid FROM pg_dist_shard WHERE logicalrelid = 'log_heads'::regclass)`);
      for (const { shard, node: from } of shards) {
        const to = workers.map(hostOf).find((each) => each !== from) ?? '';
        await move(cluster, rig, String(shard), String(from), to);
        rig.count('shards moved');
        await acknowledgedByAll(rig);
      }
    }
  }),
};
