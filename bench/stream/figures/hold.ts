import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadRequest, runLoad, type Target } from '../../rest/load.ts';
import { progress } from '../../support/progress.ts';
import type { Figure } from '../../support/report.ts';
import { startCrowd } from '../crowd/crowd.ts';
import { type Scene, withContenders } from '../scene.ts';

const EACH = 20;
const BURST_REQUESTS = 4_000;
const PING_SECONDS = 25;
/** A key answers 60 requests a minute; these are for the whole time. */
const READERS = 12;
const USES_PER_KEY = 55;

/** Ten thousand streams with their pings, while pages are read at half the speed that we can. */
export const heldStreams = (scene: Scene): Promise<Figure[]> => {
  const { scale } = scene;
  const restaurants = Math.ceil(scale.heldListeners / EACH);
  const ours = { restaurants, each: EACH, readers: READERS };
  return withContenders(scene, 'hold', ours, [], async ({ ours: own }) => {
    const crowd = await startCrowd(own);
    try {
      progress(`hold: ${restaurants * EACH} listeners`);
      await crowd.open(restaurants, EACH);
      const target = { url: own.server.publicUrl, pid: own.pid };
      const requests = await readPages(target, own.readers, scale.holdSeconds);
      const { open, lost, pings } = await crowd.census();
      // One at the beginning, and one for each interval that has passed.
      const expected = restaurants * EACH * (1 + Math.floor(scale.holdSeconds / PING_SECONDS));
      return [
        {
          name: `listeners lost of ${restaurants * EACH} in ${scale.holdSeconds} s, ${requests} pages read`,
          ours: `${lost} lost`,
          peer: `${open} held`,
          ratio: lost,
          target: 0,
          atMost: true,
        },
        {
          name: 'pings that arrived meanwhile, beside those due',
          ours: `${pings}`,
          peer: `${expected}`,
          ratio: pings / expected,
          target: 1,
        },
      ];
    } finally {
      await crowd.stop();
    }
  });
};

/** As long as a burst took, there is none: half the speed. */
const readPages = async (
  target: Target,
  readers: readonly string[][],
  seconds: number,
): Promise<number> => {
  const tokens = readers.flat().flatMap((token) => Array<string>(USES_PER_KEY).fill(token));
  const endMs = performance.now() + seconds * 1_000;
  let used = 0;
  while (performance.now() < endMs) {
    const startMs = performance.now();
    if (used + BURST_REQUESTS <= tokens.length) {
      const requests = tokens.slice(used, used + BURST_REQUESTS).map(toRequest);
      used += requests.length;
      await runLoad(target, requests);
    }
    await sleep(Math.max(100, performance.now() - startMs));
  }
  return used;
};

const toRequest = (token: string): LoadRequest => ({
  path: '/api/pedidos?limite=25',
  headers: { Authorization: `Bearer ${token}` },
});
