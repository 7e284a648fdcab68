import { setTimeout as wait } from 'node:timers/promises';
import { KINDS, makeTarget, startSyncProcess, sync } from '../../test/clients/sync/world.ts';
import { freePort } from '../../test/support/machine/loopback.ts';
import type { Rig } from '../rig/rig.ts';
import type { Scenario } from '../scenario.ts';

/** Keys of each target. A start takes some ten of the sixty requests a minute. */
const KEYS = 30;
/** Longest wait for a sync to start working: the service may be away. */
const START_MS_MAX = 3_000;
/** Range of the milliseconds between two kills of the service. */
const SOURCE_LIVES_MS = [15_000, 30_000] as const;

/** The integrator's mirror: killed while it copies, follows and starts, on every target at once. */
export const mirrors: Scenario = {
  name: 'sync',
  about: 'kill -9 of comanda sync at random instants, on three targets',
  engines: ['sqlite'],
  rounds: 10,
  prepare: async ({ t }) => {
    const stop = new AbortController();
    const targets: string[] = [];
    // A fixed port, so that a sync that outlives the service finds it again.
    const env = { PORT: String(await freePort()) };
    return {
      rig: { spareKeys: KEYS * KINDS.length, hooks: false, env },
      async play(rig, rounds) {
        const { random, processes, startLoad } = rig;
        const stopLoad = startLoad({ producers: 1, pace: { pauseMsMax: 600 } });
        for (const kind of KINDS) targets.push(await makeTarget(kind));
        const killing = targets.map((to, i) => killSyncs(rig, to, i, rounds, stop.signal));
        t.after(async () => {
          stop.abort();
          await Promise.allSettled(killing);
        });
        let isOver = false;
        const all = Promise.all(killing).finally(() => {
          isOver = true;
        });
        while (!isOver) {
          await Promise.race([wait(random.int(...SOURCE_LIVES_MS)), all]);
          if (isOver) break;
          await processes.kill(0);
          await processes.start(0);
        }
        await all;
        await stopLoad();
      },
      async check(rig) {
        const problems: string[] = [];
        for (const [i, to] of targets.entries()) {
          const run = sync(accessOf(rig, i, 0), to, '--once', '--verify');
          await run.then(
            ({ out }) => rig.count(out.trim().split('\n').at(-1) ?? ''),
            (error: Error) => problems.push(`${KINDS[i]}: ${error.message}`),
          );
        }
        return problems;
      },
    };
  },
};

const accessOf = (rig: Rig, target: number, n: number) => {
  const [restauranteId = ''] = rig.restaurantes;
  const keys = rig.tokens(restauranteId);
  const key = keys[target * KEYS + (n % KEYS)] ?? '';
  return { url: rig.processes.publicUrl(rig.random), key };
};

const killSyncs = async (
  rig: Rig,
  to: string,
  target: number,
  rounds: number,
  signal: AbortSignal,
): Promise<void> => {
  const random = rig.random.fork(to.split(':', 1)[0] ?? '');
  for (let round = 0; round < rounds; round += 1) {
    // Some starts copy everything anew, so that the sync also dies in the middle of that.
    const args = random.happens(0.4) ? ['--fresh'] : [];
    const running = startSyncProcess(accessOf(rig, target, round), to, { args });
    let ended: number | null;
    try {
      if (random.happens(0.6))
        await Promise.race([running.said(/copying|following/), wait(START_MS_MAX)]);
      await wait(random.int(0, 900), undefined, { signal });
    } finally {
      ended = running.child.exitCode;
      await running.kill('SIGKILL');
    }
    if (ended !== null) throw new Error(`a sync ended by itself (${ended}): ${running.output()}`);
    rig.count(`kills on ${KINDS[target]}`);
  }
};
