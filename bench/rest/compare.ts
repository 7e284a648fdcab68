import type { Scale } from '../scale.ts';
import { interleave } from '../support/interleave.ts';
import { progress } from '../support/progress.ts';
import { type LoadRequest, type LoadResult, runWrk, type Target } from './wrk.ts';

const FIRST_REQUESTS = 300;
const WARM_REQUESTS_MAX = 80_000;
/** A cold server gets this many times the requests that it can answer at first, because it will become faster. */
const WARM_UP_FACTOR = 5;

/** A server under load, and its requests. */
export interface Side {
  name: string;
  target: Target;
  take(count: number): Promise<LoadRequest[]>;
  /** The number of available requests, if it is limited. */
  supply?: number;
}

/** Warms the servers up, then measures them in turns; gives the rounds of each. */
export const compare = async <S extends readonly Side[]>(
  title: string,
  sides: readonly [...S],
  { rest: { warmSeconds, rounds, seconds } }: Scale,
): Promise<{ [I in keyof S]: LoadResult[] }> => {
  const counts = new Map<Side, number>();
  for (const side of sides) {
    const { name, target, take, supply = Number.POSITIVE_INFINITY } = side;
    progress(`${title}: ${name} warms up`);
    const cold = await runWrk(target, await take(FIRST_REQUESTS));
    // The warm-up gets half of the available requests.
    const half = Math.floor((supply - FIRST_REQUESTS) / 2);
    const expected = Math.ceil(cold.perSecond * WARM_UP_FACTOR * warmSeconds);
    const warming = await take(Math.min(expected, WARM_REQUESTS_MAX, half));
    const warm = await runWrk(target, warming, { secondsMax: warmSeconds });
    counts.set(side, Math.min(Math.ceil(warm.perSecond * seconds), Math.floor(half / rounds)));
  }
  const results = await interleave<Side, LoadResult>(sides, rounds, async (side, round) => {
    progress(`${title}: ${side.name}, ${round} of ${rounds}`);
    return runWrk(side.target, await side.take(counts.get(side) ?? 0));
  });
  return results as { [I in keyof S]: LoadResult[] };
};

/** Requests a second of each round. */
export const ratesOf = (runs: readonly LoadResult[]): number[] =>
  runs.map(({ perSecond }) => perSecond);

/** Takes the items in turns, endlessly. */
export const inTurns = <T>(
  items: readonly T[],
  toRequests: (some: T[]) => Promise<LoadRequest[]>,
): Side['take'] => {
  let at = 0;
  return (count) => {
    const next = Array.from({ length: count }, (_, i) => items[(at + i) % items.length] as T);
    at += count;
    return toRequests(next);
  };
};

/** Repeats requests that need no key. */
export const repeat = (requests: readonly LoadRequest[]): Side['take'] =>
  inTurns(requests, async (some) => some);
