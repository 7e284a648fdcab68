import { progress } from '../../support/progress.ts';
import type { Curve, Figure, Findings } from '../../support/report.ts';
import type { Contender } from '../contender.ts';
import { startCrowd } from '../crowd/crowd.ts';
import { type Scene, withContenders } from '../scene.ts';
import { flood } from './fanout.ts';

/** The same at every size, and so small that ten thousand times as much fits into the system's buffers. */
const WINDOW_EVENTS = 16;

/** What one event to one listener costs as more of them listen to the same restaurant. */
export const growingCrowd = (scene: Scene): Promise<Findings> => {
  const { growthListeners, seconds } = scene.scale;
  const ours = { restaurants: 1, each: Math.max(...growthListeners) };
  return withContenders(scene, 'growth', ours, ['nchan'], async ({ all, missing }) => {
    const curves: Curve[] = [];
    for (const contender of all) {
      const points = await costs(contender, growthListeners, seconds);
      curves.push({ panel: 'streams.delivery', name: contender.name, points });
    }
    return { figures: growthListeners.map((_, i) => figureAt(curves, i, missing)), curves };
  });
};

const costs = async (
  contender: Contender,
  sizes: readonly number[],
  seconds: number,
): Promise<Curve['points']> => {
  const crowd = await startCrowd(contender);
  const points: Curve['points'] = [];
  try {
    for (const listeners of sizes) {
      progress(`growth: ${contender.name} with ${listeners} listeners`);
      await crowd.open(1, listeners);
      await crowd.flood(WINDOW_EVENTS, seconds / 4);
      const { cpuMicros } = await flood(contender, crowd, WINDOW_EVENTS, seconds / 2, listeners);
      points.push([listeners, cpuMicros]);
    }
    return points;
  } finally {
    await crowd.stop();
  }
};

const figureAt = (
  [ours, nchan]: readonly Curve[],
  at: number,
  missing: ReadonlyMap<string, string>,
): Figure => {
  const [listeners = 0, own = Number.NaN] = ours?.points[at] ?? [];
  const peer = nchan?.points[at]?.[1];
  const words = (cost: number) => `${cost.toFixed(1)} µs of processor`;
  return {
    name: `one event to one of ${listeners.toLocaleString('en')} listeners, beside nchan`,
    ours: words(own),
    peer: peer === undefined ? (missing.get('nchan') ?? '') : words(peer),
    ratio: peer === undefined ? null : own / peer,
    target: null,
  };
};
