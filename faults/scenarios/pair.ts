import { setTimeout as wait } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';

/** Two processes on one database. Again and again one is killed or stopped, and the other takes over. */
export const pair: Scenario = {
  name: 'pair',
  about: 'two processes, one of them killed again and again',
  engines: ['postgres'],
  rounds: 10,
  prepare: () => ({
    rig: { servers: 2 },
    async play({ processes, random, startLoad }, rounds) {
      const stopLoad = startLoad();
      for (let round = 0; round < rounds; round += 1) {
        await wait(random.int(100, 1_000));
        // Picks either: the one that has run longest holds the most leases.
        const index = random.int(0, 1);
        await (random.happens(0.2) ? processes.stop(index) : processes.kill(index));
        await wait(random.int(0, 300));
        await processes.start(index);
      }
      await wait(300);
      await stopLoad();
    },
  }),
};
