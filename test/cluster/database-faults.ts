import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../support/until.ts';
import type { Address } from './address.ts';
import type { Cluster } from './cluster.ts';
import { makeSynchronous, type Pair, query } from './database.ts';
import type { Load } from './load.ts';
import { openScene } from './scene.ts';

/** All that may be said instead of an ok or a page: come back later, and when. */
const UNAVAILABLE = /^(503 \d+ .*"codigo":"no_disponible"|200 no_disponible$)/;

/** Of a page; see docs/guides/scaling.md. */
const PATIENCE_MS = 20_000;

export interface Stage {
  pair: Pair;
  /** Where the cluster finds the primary. */
  address: Address;
  cluster: Cluster;
}

/**
 * Three processes under load on a primary and its standby, behind an address that moves. What happens
 * to the primary is what happens to primaries: a restart, a silence, its end.
 */
export const runDatabaseFaults = async (
  t: TestContext,
  { pair, address, cluster }: Stage,
  pauseMs: number,
): Promise<void> => {
  const { primary, standby } = pair;
  await makeSynchronous(pair);
  const { load, flow, settle } = await openScene(t, cluster);
  const startedMs = performance.now();
  const tell = (what: string): void => {
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
    t.diagnostic(`${seconds} s, ${what}: ${load.refused.length} refused so far`);
  };
  /** Commands and pages both. */
  const recovered = async (what: string): Promise<void> => {
    const reads = load.reads();
    await flow(10);
    await until(() => load.reads() > reads + 5);
    tell(what);
  };

  await flow(10);
  await primary.down('SIGINT');
  await refusals(load);
  await primary.up();
  await recovered('restarted');

  const refused = load.refused.length;
  primary.pause();
  t.after(async () => primary.resume());
  await delay(pauseMs);
  // Longer than anybody is made to wait for a page.
  if (pauseMs > PATIENCE_MS) assert.ok(load.refused.length > refused, 'somebody was told');
  primary.resume();
  await recovered(`paused for ${pauseMs} ms`);

  await primary.down('SIGQUIT');
  await refusals(load);
  await query(standby.url, 'SELECT pg_promote()');
  address.leadTo(standby.url);
  await recovered('failed over');

  const { events, repeated } = await settle();
  tell(`${events} events, ${load.reads()} reads, ${repeated} deliveries repeated`);
  assert.deepEqual(load.broken, []);
  assert.deepEqual(
    load.refused.filter((what) => !UNAVAILABLE.test(what)),
    [],
  );
  assert.ok(cluster.servers.every((server) => server.isRunning()));
};

/** Waits until a page and a command have been refused since. */
const refusals = async ({ refused }: Load): Promise<void> => {
  const before = refused.length;
  await until(() => {
    const since = refused.slice(before);
    return ['503 ', '200 '].every((status) => since.some((what) => what.startsWith(status)));
  });
};
