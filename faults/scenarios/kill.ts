import { setTimeout as wait } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';

/** Kills the only process at any instant, with requests, commits, streams and deliveries under way. */
export const kill: Scenario = {
  name: 'kill',
  about: 'kill -9 at random instants under load',
  engines: ['sqlite', 'postgres'],
  rounds: 10,
  prepare: () => ({
    rig: {},
    async play({ processes, random, startLoad }, rounds) {
      const stopLoad = startLoad();
      for (let round = 0; round < rounds; round += 1) {
        await wait(random.int(100, 1_200));
        await processes.kill(0);
        await wait(random.int(0, 200));
        // It may also die during start-up, while it recovers from the last kill.
        if (random.happens(0.3)) await processes.startAndKill(random.int(50, 900));
        await processes.start(0);
      }
      await wait(random.int(200, 600));
      await stopLoad();
    },
  }),
};
