import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HOUR_MS } from '../../src/domain/time.ts';
import { makeFolderFor } from '../rig/cleanup.ts';
import type { Rig } from '../rig/rig.ts';
import type { Scenario } from '../scenario.ts';

/** Daylight saving gone wrong, a dead battery, a wrong day; and small corrections by NTP. */
const LEAPS_MS = [-26 * HOUR_MS, -HOUR_MS, -5_000, 2_000, HOUR_MS, 26 * HOUR_MS];
const PRELOAD = new URL('../clock/shifted.ts', import.meta.url);

/** Sets the machine's clock forward and back; now and then a process dies. */
export const clock: Scenario = {
  name: 'clock',
  about: 'the time of day leaps forward and back',
  engines: ['sqlite', 'postgres'],
  rounds: 12,
  prepare({ t }) {
    const file = join(makeFolderFor(t), 'offset');
    writeFileSync(file, '0');
    const preload = new URL(PRELOAD);
    preload.searchParams.set('offset', file);
    return {
      rig: { nodeArgs: ['--import', preload.href] },
      play: (rig, rounds) => play(rig, rounds, file),
    };
  },
};

const play = async (rig: Rig, rounds: number, file: string): Promise<void> => {
  const { processes, random, startLoad, count } = rig;
  const set = (offsetMs: number): void => {
    writeFileSync(file, String(offsetMs));
    processes.server(0).kill('SIGUSR2');
    count('leaps of the clock');
  };
  const stopLoad = startLoad();
  for (let round = 0; round < rounds; round += 1) {
    await wait(random.int(100, 600));
    set(random.pick(LEAPS_MS) + random.int(-500, 500));
    if (!random.happens(0.2)) continue;
    await wait(random.int(0, 200));
    await processes.kill(0);
    await processes.start(0);
  }
  await wait(300);
  await stopLoad();
  // With the right clock, retries that were planned for a wrong time become due again.
  set(0);
};
