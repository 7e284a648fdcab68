import { setTimeout as wait } from 'node:timers/promises';
import { runWrk, type Target } from '../../rest/wrk.ts';
import { countText, type Figure } from '../../support/figure.ts';
import { progress } from '../../support/progress.ts';
import { withServers } from '../servers.ts';

const EACH = 20;
const RESTAURANTS = 500;
/** Until the second ping of each listener. */
const SECONDS = 28;
const BURST_REQUESTS = 4_000;
const PING_SECONDS = 25;
/** Keys for the page requests of the whole measurement; each allows 60 requests a minute. */
const READERS = 12;
const USES_PER_KEY = 55;

/** Ten thousand streams with their pings, while pages are read at half of the maximum speed. */
export const heldStreams = (databaseUrl: string | null): Promise<Figure[]> => {
  const count = RESTAURANTS * EACH;
  const options = { restaurants: RESTAURANTS, each: EACH, readers: READERS };
  return withServers(databaseUrl, options, [], async ({ ours, startListeners }) => {
    const listeners = startListeners(ours);
    progress(`${count} listeners`);
    await listeners.open(RESTAURANTS, EACH);
    const target = { url: ours.publicUrl, pid: ours.pid };
    const pages = await readPages(target, ours.readers);
    const { open, pings } = await listeners.count();
    // One ping at the beginning, and one for each interval that has passed.
    const expected = count * (1 + Math.floor(SECONDS / PING_SECONDS));
    const share = (pings / expected + open / count) / 2;
    return [
      {
        name: `${countText(count)} streams while pages are read: open, and with every ping`,
        engine: '',
        textOf: (value) => `${(100 * value).toFixed(1)} %`,
        ours: [share],
        demands: [{ against: null, atLeast: 1 }],
        detail: `${SECONDS} s, ${countText(pages)} pages, ${countText(pings)} pings`,
      },
    ];
  });
};

/** Pauses after each burst for as long as it took, which is half of the maximum speed. */
const readPages = async (target: Target, readers: readonly string[]): Promise<number> => {
  const tokens = readers.flatMap((token) => Array<string>(USES_PER_KEY).fill(token));
  const endMs = performance.now() + SECONDS * 1_000;
  let used = 0;
  while (performance.now() < endMs) {
    const startMs = performance.now();
    if (used + BURST_REQUESTS <= tokens.length) {
      const requests = tokens.slice(used, used + BURST_REQUESTS).map((token) => ({
        path: '/api/pedidos?limite=25',
        headers: { Authorization: `Bearer ${token}` },
      }));
      used += requests.length;
      await runWrk(target, requests);
    }
    await wait(Math.max(100, performance.now() - startMs));
  }
  return used;
};
