import { setTimeout as wait } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';

/** The one process dies at any instant, with requests, commits, streams and deliveries under way. */
export const kill: Scenario = {
  name: 'kill',
  about: 'kill -9 at random instants under load',
  engines: ['sqlite', 'postgres'],
  rounds: 10,
  prepare: () => ({
    world: {},
    async play({ places, chance, startLoad }, rounds) {
      const stopLoad = startLoad();
      for (let round = 0; round < rounds; round += 1) {
        await wait(chance.int(100, 1_200));
        await places.kill(0);
        await wait(chance.int(0, 200));
        // It may also die on its way up, in the middle of looking after what the last one left.
        if (chance.happens(0.3)) await places.startInVain(chance.int(50, 900));
        await places.start(0);
      }
      await wait(chance.int(200, 600));
      await stopLoad();
    },
  }),
};
