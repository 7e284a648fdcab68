import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS } from '../../src/domain/time.ts';
import { readProcessorTimes } from '../../test/support/runner/processor-time.ts';
import { makeApi } from '../clients/api.ts';
import { registerHook } from '../clients/hook.ts';
import { seedRestaurants } from '../rig/database.ts';
import type { Rig } from '../rig/rig.ts';
import type { Prepared, Scenario } from '../scenario.ts';
import { compareWindows, grown, tableOf } from '../soak/judge.ts';
import { type SoakLoad, startSoakLoad } from '../soak/load.ts';
import { describeWindow, type Held, readHeld, readStored, type Window } from '../soak/measure.ts';

/** Restaurants besides the two whose every command the model knows. */
const RESTAURANTES = 198;
const LOOK_MS = 5_000;
/** Time windows of a run: the first warms up, and the second is compared with the last. */
const SIXTHS = 6;
/** Receivers of the first restaurants' webhooks; the other restaurants have none. */
const RECEIVERS = [
  ...Array<string>(10).fill('/slow/3'),
  ...['/status/500', '/status/404', '/hang/1', '/hang/2', '/unavailable/5', '/busy/5'],
  ...['/reset-before/1', '/reset-after/1', '/drip/1', '/status/410'],
];

/** Hours of ordinary work, in which leaks of a process and tables that grow too fast have to show. */
export const soak: Scenario = {
  name: 'soak',
  about: 'mixed load of 200 restaurants, after which nothing has grown',
  engines: ['sqlite', 'postgres'],
  rounds: 60,
  unit: 'minutes',
  onlyByName: true,
  prepare: () => prepareSoak(),
};

const prepareSoak = (): Prepared => {
  const problems: string[] = [];
  let table = '';
  return {
    rig: {},
    async play(rig, minutes) {
      const tokens = await seedOthers(rig);
      const stopModelled = rig.startLoad({
        producers: 1,
        pace: { batchMax: 3, pauseMsMax: 4_000 },
      });
      const load = startSoakLoad(rig, tokens);
      const windows: Window[] = [];
      for (let sixth = 0; sixth < SIXTHS; sixth += 1) {
        windows.push(await watch(rig, load, (minutes * MINUTE_MS) / SIXTHS));
      }
      await load.stop();
      await stopModelled();
      const [early, late] = [windows[1], windows.at(-1)];
      if (early === undefined || late === undefined) throw new Error('no windows to compare');
      const compared = compareWindows(early, late);
      const sixth = minutes / SIXTHS;
      table = tableOf(compared, [
        `min ${minuteText(sixth)}–${minuteText(2 * sixth)}`,
        `min ${minuteText(5 * sixth)}–${minuteText(minutes)}`,
      ]);
      problems.push(...load.problems, ...grown(compared));
    },
    check: () => problems,
    report: () => table,
  };
};

const minuteText = (minutes: number): string => String(Math.round(minutes * 10) / 10);

/** Saves the other restaurants with a key each, some of them with webhooks. */
const seedOthers = async ({ database, processes, random, receiver }: Rig) => {
  const ids = Array.from({ length: RESTAURANTES }, (_, i) => `rest_soak_${i}`);
  const seeded = await seedRestaurants(database, ids, 1);
  const tokens = new Map([...seeded].map(([id, [token = '']]) => [id, token]));
  for (const [i, path] of RECEIVERS.entries()) {
    const restauranteId = ids[i] ?? '';
    using api = makeApi(() => processes.publicUrl(random), [tokens.get(restauranteId) ?? '']);
    const url = `http://127.0.0.1:${receiver.ports.http}${path}/soak-${i}`;
    await registerHook(api, { url, name: path, restauranteId, tipos: null }, receiver.received);
  }
  return tokens;
};

const watch = async (rig: Rig, load: SoakLoad, ms: number): Promise<Window> => {
  const { pid } = rig.processes.server(0);
  const held: Held[] = [];
  load.take();
  const before = readProcessorTimes(pid).ownMs;
  for (const endMs = performance.now() + ms; performance.now() < endMs; ) {
    await wait(Math.min(LOOK_MS, Math.max(1, endMs - performance.now())));
    held.push(await readHeld(pid, rig.database));
  }
  const timings = load.take();
  const requests = timings.commands.length + timings.pages.length + timings.exports.length;
  const processorMs = (readProcessorTimes(pid).ownMs - before) / Math.max(1, requests);
  return describeWindow(held, await readStored(rig.database), { timings, processorMs });
};
