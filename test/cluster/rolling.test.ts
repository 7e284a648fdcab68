import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../http/wire.ts';
import { createDatabase } from '../support/databases.ts';
import { openScene } from './scene.ts';

test('processes are replaced one after another under load: no request dies, no event is lost or doubled', async (t) => {
  const database = await createDatabase();
  const { cluster, load, followers, settle } = await openScene(t, { databaseUrl: database.url });
  t.after(database.drop);
  const flow = async (events: number): Promise<void> => {
    const upTo = load.acknowledged.size + events;
    await until(() => load.acknowledged.size >= upTo);
  };
  await flow(20);
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
});
