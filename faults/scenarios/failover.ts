import { setTimeout as wait } from 'node:timers/promises';
import { type FaultyProxy, startProxy } from '../../test/support/machine/proxy.ts';
import { makeSynchronous, type PostgresPair, startPair } from '../../test/support/postgres/pair.ts';
import { query } from '../../test/support/postgres/query.ts';
import type { Cleanup } from '../../test/support/service.ts';
import { until } from '../../test/support/until.ts';
import type { Rig } from '../rig/rig.ts';
import type { Scenario } from '../scenario.ts';
import { acknowledged, LIGHT_LOAD, PROCESSES } from './rolling.ts';

/** The only refusals that are allowed: unavailable, with the time to come back. */
const UNAVAILABLE = /^(503 \d+ .*"codigo":"no_disponible"|200 no_disponible$)/;
/** Longest wait for a page; see docs/guides/scaling.md. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 30_000;

/** A primary with its standby, behind an address that follows the primary. */
interface Failover {
  pair: PostgresPair;
  proxy: FaultyProxy;
  /** The service's address of the database, which always leads to the primary. */
  databaseUrl: string;
}

export const failover: Scenario = {
  name: 'failover',
  about: 'PostgreSQL restarted, paused and replaced by its standby',
  engines: ['postgres'],
  rounds: 2,
  async prepare({ t }) {
    const prepared = await prepareFailover(t);
    return {
      rig: { servers: PROCESSES, databaseCrashes: true, database: { url: prepared.databaseUrl } },
      play: (rig, rounds) => failOver(rig, prepared, { rounds, pauseMs: PAUSE_MS }),
      check: checkRefusals,
    };
  },
};

export const prepareFailover = async (t: Cleanup): Promise<Failover> => {
  const pair = await startPair(t);
  const proxy = await startProxy(t);
  proxy.connectTo(pair.primary.url);
  return { pair, proxy, databaseUrl: proxy.addressOf(pair.primary.url) };
};

/** Restarts and pauses the primary `rounds` times, then promotes the standby in its place. */
export const failOver = async (
  rig: Rig,
  { pair, proxy }: Failover,
  { rounds, pauseMs }: { rounds: number; pauseMs: number },
): Promise<void> => {
  const { primary, standby } = pair;
  await makeSynchronous(pair);
  const stopLoad = rig.startLoad(LIGHT_LOAD);
  await acknowledged(rig, 10);
  for (let round = 0; round < rounds; round += 1) {
    await primary.down('SIGINT');
    await refusals(rig);
    await primary.up();
    await recovered(rig);
    rig.count('restarts');

    const before = allRefused(rig).length;
    primary.pause();
    await wait(pauseMs).finally(primary.resume);
    if (pauseMs > PATIENCE_MS && allRefused(rig).length === before) {
      throw new Error(`nobody was refused while PostgreSQL was silent for ${pauseMs} ms`);
    }
    await recovered(rig);
    rig.count('pauses');
  }
  await primary.down('SIGQUIT');
  await refusals(rig);
  await query(standby.url, 'SELECT pg_promote()');
  proxy.connectTo(standby.url);
  proxy.reset();
  await recovered(rig);
  await stopLoad();
};

/** Requests wait or are told to come back later: none fails without an answer. */
export const checkRefusals = (rig: Rig): string[] => [
  ...rig.sent.broken,
  ...rig.restaurantes.flatMap((id) => rig.api(id).broken),
  ...allRefused(rig).filter((refusal) => !UNAVAILABLE.test(refusal)),
];

const allRefused = ({ sent, restaurantes, api }: Rig): string[] => [
  ...sent.refused,
  ...restaurantes.flatMap((id) => api(id).refused),
];

/** Waits until a command and a page have been refused. */
const refusals = async (rig: Rig): Promise<void> => {
  const { sent, restaurantes, api } = rig;
  const pages = () => restaurantes.reduce((sum, id) => sum + api(id).refused.length, 0);
  const before = { commands: sent.refused.length, pages: pages() };
  await until(() => sent.refused.length > before.commands && pages() > before.pages);
};

/** Waits until commands and pages are answered again. */
const recovered = async (rig: Rig): Promise<void> => {
  const reads = () => rig.tally.get('reads') ?? 0;
  const before = reads();
  await acknowledged(rig, 10);
  await until(() => reads() > before + 5);
};
