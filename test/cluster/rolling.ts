import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Cluster, PROCESSES } from './cluster.ts';
import { openScene } from './scene.ts';

/** Replaces each process of a cluster under load, once or more often. */
export const replaceOneByOne = async (
  t: TestContext,
  cluster: Cluster,
  rounds = 1,
): Promise<void> => {
  const { load, followers, flow, settle } = await openScene(t, cluster);
  await flow(10);
  for (let turn = 0; turn < rounds * PROCESSES; turn += 1) {
    const place = turn % PROCESSES;
    const ended = await cluster.servers[place]?.stop('SIGTERM');
    assert.deepEqual(ended, { code: 0, signal: null });
    // The others carry on without it.
    await flow(10);
    await cluster.start(place);
    await flow(10);
  }
  const { events, repeated } = await settle();
  const connections = followers.map((each) => each.connections());
  t.diagnostic(`${events} events, ${load.reads()} reads; streams connected ${connections} times`);
  assert.deepEqual(load.broken, []);
  assert.deepEqual(load.refused, []);
  assert.equal(repeated, 0, 'a process that is stopped finishes what it is sending');
  assert.ok(connections.every((count) => count >= 2));
};
