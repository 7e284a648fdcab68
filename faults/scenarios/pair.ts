import { setTimeout as wait } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';

/** Two processes on one database. One of them dies, again and again, or leaves; the other goes on. */
export const pair: Scenario = {
  name: 'pair',
  about: 'two processes, one of them killed again and again',
  engines: ['postgres'],
  rounds: 10,
  prepare: () => ({
    world: { servers: 2 },
    async play({ places, chance, startLoad }, rounds) {
      const stopLoad = startLoad();
      for (let round = 0; round < rounds; round += 1) {
        await wait(chance.int(100, 1_000));
        // Whoever has been there for long holds the most: sometimes it is that one's turn.
        const place = chance.int(0, 1);
        await (chance.happens(0.2) ? places.stop(place) : places.kill(place));
        await wait(chance.int(0, 300));
        await places.start(place);
      }
      await wait(300);
      await stopLoad();
    },
  }),
};
