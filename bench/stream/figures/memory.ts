import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { progress } from '../../support/progress.ts';
import type { Curve, Figure, Findings } from '../../support/report.ts';
import type { Contender } from '../contender.ts';
import { startCrowd } from '../crowd/crowd.ts';
import { byName, type Scene, withContenders } from '../scene.ts';

const EACH = 20;
const SETTLE_MS = 700;
const SETTLE_TRIES = 30;
/** Less than this between two looks is no change. */
const QUIET_KIB = 64;
const QUIET_TRIES = 4;

/** Memory of the server's process as idle listeners come, and what one of the last adds to it. */
export const idleMemory = (scene: Scene): Promise<Findings> => {
  const sizes = scene.scale.memoryListeners;
  const most = Math.max(...sizes);
  const ours = { restaurants: Math.ceil(most / EACH), each: EACH };
  const peers = ['nchan', 'better-sse'] as const;
  return withContenders(scene, 'memory', ours, peers, async (lineup) => {
    const looks: Curve['points'][] = [];
    for (const contender of lineup.all) looks.push(await memoryAt(contender, sizes));
    const costs = byName(lineup, looks.map(costOfOne));
    const own = costs.get('Comanda') ?? Number.NaN;
    const figure = (peerName: string): Figure => {
      const peer = costs.get(peerName);
      return {
        name: `memory of an idle listener of ${most.toLocaleString('en')}, beside ${peerName}`,
        ours: `${own.toFixed(1)} KiB`,
        peer: peer === undefined ? (lineup.missing.get(peerName) ?? '') : `${peer.toFixed(1)} KiB`,
        ratio: peer === undefined ? null : own / peer,
        target: 1.5,
        atMost: true,
      };
    };
    const curves = looks.map((points, i): Curve => {
      const mib = points.map(([listeners, kib]): [number, number] => [listeners, kib / 1_024]);
      return { panel: 'streams.memory', name: lineup.all[i]?.name ?? '', points: mib };
    });
    return { figures: peers.map(figure), curves };
  });
};

/** KiB at each number of listeners. A server makes some things once: these are in the first look. */
const memoryAt = async (
  contender: Contender,
  sizes: readonly number[],
): Promise<Curve['points']> => {
  const crowd = await startCrowd(contender);
  const points: Curve['points'] = [];
  try {
    for (const listeners of sizes) {
      progress(`memory: ${contender.name} gets ${listeners} listeners`);
      const restaurants = Math.ceil(Math.max(...sizes) / EACH);
      // One for each restaurant as long as there are enough restaurants; then more for all of them.
      if (listeners < restaurants) await crowd.open(listeners, 1);
      else await crowd.open(restaurants, Math.ceil(listeners / restaurants));
      points.push([listeners, await settledKib(contender.pid)]);
    }
    const { open, lost } = await crowd.census();
    if (lost > 0) throw new Error(`${contender.name} lost ${lost} of ${open + lost} listeners`);
    return points;
  } finally {
    await crowd.stop();
  }
};

/** Between the last two looks. */
const costOfOne = (points: Curve['points']): number => {
  const [[few, before] = [0, 0], [many, after] = [0, 0]] = points.slice(-2);
  return (after - before) / (many - few);
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
