import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { LARGE } from '../rest/data/orders.ts';
import { runPaced } from '../rest/paced.ts';
import { makePages } from '../rest/questions.ts';
import type { Setup } from '../rest/setup.ts';
import { type Figure, milliseconds } from '../support/figure.ts';
import { progress } from '../support/progress.ts';
import { startDownloads } from './download.ts';

/** Requests a second for pages, the seconds with an export and without, and the rounds. */
const PER_SECOND = 100;
const SECONDS = 3;
const ROUNDS = 3;
/** An export may delay others by so much. */
const LATER_MS_MAX = 5;

/** The p99 of other restaurants' pages at a modest rate, with and without an export of the large restaurant. */
export const neighbour = async (setup: Setup): Promise<Figure[]> => {
  const { server, withKeys, database } = setup;
  const pages = (await makePages(database)).values();
  const askPages = async (): Promise<number> => {
    const requests = await withKeys([...pages.take(PER_SECOND * SECONDS)]);
    const target = { url: server.publicUrl, pid: server.pid };
    return (await runPaced(target, requests, PER_SECOND)).p99Ms;
  };
  const askBesideExport = async (): Promise<number> => {
    const reader = startDownloads(setup);
    // The reader shares a core with the client that takes the times, which must not wait for it.
    setPriority(reader.pid, constants.priority.PRIORITY_LOW);
    const exporting = async (): Promise<never> => {
      for (;;) await reader.orders(LARGE, 'ndjson');
    };
    // It ends by a failure only: another export follows each, until the reader is stopped.
    const failed = exporting().catch((error: unknown) => error);
    const p99Ms = await askPages();
    const failure = await Promise.race([failed, wait(0, null)]);
    await reader.stop();
    if (failure !== null) throw failure;
    return p99Ms;
  };
  const [alone, beside]: [number[], number[]] = [[], []];
  progress('warming up');
  await askPages();
  for (let round = 1; round <= ROUNDS; round += 1) {
    progress(`pages, ${round} of ${ROUNDS}`);
    beside.push(await askBesideExport());
    alone.push(await askPages());
  }
  return [
    {
      name: "p99 of a neighbour's pages during an export (open loop)",
      engine: '',
      textOf: milliseconds,
      ours: beside,
      limit: { name: 'without the export', runs: alone },
      demands: [{ against: 'limit', as: 'difference', atMost: LATER_MS_MAX }],
      detail: `${PER_SECOND} pages a second`,
    },
  ];
};
