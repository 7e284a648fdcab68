import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Cluster } from './cluster.ts';
import { openScene } from './scene.ts';

/** Replaces each process of a cluster under load. */
export const replaceOneByOne = async (t: TestContext, cluster: Cluster): Promise<void> => {
  const { load, followers, flow, settle } = await openScene(t, cluster);
  await flow(10);
  for (const [place, server] of [...cluster.servers].entries()) {
    assert.deepEqual(await server.stop('SIGTERM'), { code: 0, signal: null });
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
