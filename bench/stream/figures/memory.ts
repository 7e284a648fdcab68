import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, progress } from '../../support/report.ts';
import type { Contender } from '../contender.ts';
import { startCrowd } from '../crowd/crowd.ts';
import { type Scene, withContenders } from '../scene.ts';

/** So many are there before the first look, so that what a server makes once is not counted. */
const FIRST_EACH = 1;
const EACH = 20;
const SETTLE_MS = 1_000;
const SETTLE_TRIES = 30;
/** Less than this between two looks is no change. */
const QUIET_KIB = 64;
const QUIET_TRIES = 5;

/** Memory that one idle listener costs the server's process, at ten thousand of them. */
export const idleMemory = (scene: Scene): Promise<Figure[]> => {
  const restaurants = Math.ceil(scene.scale.memoryListeners / EACH);
  const ours = { restaurants, each: EACH };
  return withContenders(scene, 'memory', ours, ['nchan', 'better-sse'], async (contenders) => {
    const costs: number[] = [];
    for (const contender of contenders) costs.push(await costOfOne(contender, restaurants));
    const [own = Number.NaN, nchan = Number.NaN, betterSse = Number.NaN] = costs;
    const figure = (peerName: string, peer: number): Figure => ({
      name: `memory of an idle listener of ${restaurants * EACH}, beside ${peerName}`,
      ours: `${own.toFixed(1)} KiB`,
      peer: `${peer.toFixed(1)} KiB`,
      ratio: own / peer,
      target: 1.5,
      atMost: true,
    });
    return [figure('nchan', nchan), figure('better-sse', betterSse)];
  });
};

const costOfOne = async (contender: Contender, restaurants: number): Promise<number> => {
  const crowd = await startCrowd(contender);
  try {
    progress(`stream: memory: ${contender.name} gets ${restaurants * EACH} listeners`);
    await crowd.open(restaurants, FIRST_EACH);
    const before = await settledKib(contender.pid);
    await crowd.open(restaurants, EACH);
    const after = await settledKib(contender.pid);
    const { open, lost } = await crowd.census();
    if (lost > 0) throw new Error(`${contender.name} lost ${lost} of ${open + lost} listeners`);
    return (after - before) / (restaurants * (EACH - FIRST_EACH));
  } finally {
    await crowd.stop();
  }
};

/** Collectors of garbage take their time: the figure counts once it has stopped falling. */
const settledKib = async (pid: number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0, quiet = 0; tries < SETTLE_TRIES && quiet < QUIET_TRIES; tries += 1) {
    await sleep(SETTLE_MS);
    const now = residentKib(pid);
    quiet = now < least - QUIET_KIB ? 0 : quiet + 1;
    least = Math.min(least, now);
  }
  return least;
};

/** What is the process's own or shared with none but its parent; not the files that it maps. */
const residentKib = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return of('RssAnon') + of('RssShmem');
};
