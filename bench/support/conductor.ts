import { setTimeout as sleep } from 'node:timers/promises';
import { beginPart } from './progress.ts';
import type { Curve, Figure, Findings } from './report.ts';

/** What came of an act. */
export interface ActResult {
  figures: Figure[];
  curves: Curve[];
  seconds: number;
  /** Why it could not be carried out. */
  problem: string | null;
}

/** Leads an area through its acts. */
export interface Conductor {
  results: Map<string, ActResult>;
  /**
   * Carries out an act that was asked for. One that fails has a row that says so, and the run goes on: the
   * other figures of twenty minutes are not lost.
   */
  act(name: string, run: () => Promise<Findings | Figure[]>): Promise<void>;
}

/** Several times what was planned, and a minute: a slow machine is not a reason to give up. */
const LATE_FACTOR = 4;
const LATE_SECONDS = 60;

export const makeConductor = (area: string, acts: Readonly<Record<string, number>>): Conductor => {
  const asked = (act: string): boolean => Object.hasOwn(acts, act);
  const secondsMax = (act: string): number => LATE_FACTOR * (acts[act] ?? 0) + LATE_SECONDS;
  const results: Conductor['results'] = new Map();
  return {
    results,
    async act(name, run) {
      if (!asked(name)) return;
      beginPart(area, name);
      const startedMs = performance.now();
      const seconds = () => (performance.now() - startedMs) / 1_000;
      try {
        const made = await Promise.race([run(), tooLate(secondsMax(name))]);
        const { figures, curves = [] } = Array.isArray(made) ? { figures: made } : made;
        results.set(name, { figures, curves, seconds: seconds(), problem: null });
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        const row = { ...FAILED, name, peer: `failed: ${problem.split('\n')[0]}` };
        results.set(name, { figures: [row], curves: [], seconds: seconds(), problem });
      }
    },
  };
};

/** What hangs must not take the figures of all others with it. */
const tooLate = async (seconds: number): Promise<never> => {
  await sleep(seconds * 1_000, undefined, { ref: false });
  throw new Error(`no end after ${seconds} s`);
};

const FAILED: Figure = { name: '', ours: '', peer: '', ratio: null, target: null };
