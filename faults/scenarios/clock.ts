import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';
import type { World } from '../world/world.ts';

const HOUR_MS = 3_600_000;
/** A leap of a summer time gone wrong, a dead battery, a day off; and what a time service mends. */
const LEAPS_MS = [-26 * HOUR_MS, -HOUR_MS, -5_000, 2_000, HOUR_MS, 26 * HOUR_MS];
const PRELOAD = new URL('../clock/shifted.ts', import.meta.url);

/** Somebody sets the clock of the machine, forward and back, and a process dies now and then. */
export const clock: Scenario = {
  name: 'clock',
  about: 'the time of day leaps forward and back',
  engines: ['sqlite', 'postgres'],
  rounds: 12,
  prepare({ t }) {
    const folder = mkdtempSync(join(tmpdir(), 'comanda-clock-'));
    t.after(async () => rmSync(folder, { recursive: true }));
    const file = join(folder, 'offset');
    writeFileSync(file, '0');
    const preload = new URL(PRELOAD);
    preload.searchParams.set('offset', file);
    return {
      world: { nodeArgs: ['--import', preload.href] },
      play: (world, rounds) => play(world, rounds, file),
    };
  },
};

const play = async (world: World, rounds: number, file: string): Promise<void> => {
  const { places, chance, startLoad, count } = world;
  const set = (offsetMs: number): void => {
    writeFileSync(file, String(offsetMs));
    places.server(0).kill('SIGUSR2');
    count('leaps of the clock');
  };
  const stopLoad = startLoad();
  for (let round = 0; round < rounds; round += 1) {
    await wait(chance.int(100, 600));
    set(chance.pick(LEAPS_MS) + chance.int(-500, 500));
    if (!chance.happens(0.2)) continue;
    await wait(chance.int(0, 200));
    await places.kill(0);
    await places.start(0);
  }
  await wait(300);
  await stopLoad();
  // What was put off until a time that is no more has to come when the clock is right again.
  set(0);
};
