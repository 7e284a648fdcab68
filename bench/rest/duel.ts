import { progress } from '../support/progress.ts';
import { median } from '../support/report.ts';
import { type LoadRequest, type LoadResult, runLoad, type Target } from './load.ts';
import type { RestScale } from './scale.ts';

const FIRST_REQUESTS = 300;
/** A cold server is asked so much more than it can answer at first: it will be faster than that. */
const WARMING_UP = 3;

/** Somebody who answers, and what to ask. */
export interface Contender {
  name: string;
  target: Target;
  take(count: number): Promise<LoadRequest[]>;
  /** How many there are to take, where they are not endless. */
  supply?: number;
}

/** Everybody in turn, several times: what else the machine does meets all of them alike. */
export const duel = async <C extends readonly Contender[]>(
  title: string,
  contenders: readonly [...C],
  { warmRequests, warmSeconds, rounds, seconds }: RestScale,
): Promise<{ [I in keyof C]: LoadResult }> => {
  const counts: number[] = [];
  for (const { name, target, take, supply = Number.POSITIVE_INFINITY } of contenders) {
    progress(`${title}: ${name} warms up`);
    const cold = await runLoad(target, await take(FIRST_REQUESTS));
    const eachMax = Math.floor((supply - FIRST_REQUESTS) / (1 + rounds));
    const lasting = (rate: number, wanted: number) => Math.min(Math.ceil(rate * wanted), eachMax);
    const warming = lasting(cold.perSecond * WARMING_UP, warmSeconds);
    const warm = await runLoad(target, await take(Math.min(warming, warmRequests)));
    counts.push(lasting(warm.perSecond, seconds));
  }
  const results: LoadResult[][] = contenders.map(() => []);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [i, { name, target, take }] of contenders.entries()) {
      progress(`${title}: ${name}, ${round} of ${rounds}`);
      results[i]?.push(await runLoad(target, await take(counts[i] ?? 0)));
    }
  }
  return results.map(medians) as { [I in keyof C]: LoadResult };
};

const medians = (results: readonly LoadResult[]): LoadResult => {
  const of = (field: keyof LoadResult) => median(results.map((result) => result[field]));
  return {
    requests: of('requests'),
    perSecond: of('perSecond'),
    cpuMicros: of('cpuMicros'),
    p50Micros: of('p50Micros'),
    p99Micros: of('p99Micros'),
    answerBytes: of('answerBytes'),
  };
};
