import { median, progress } from '../support/report.ts';
import { type LoadRequest, type LoadResult, runLoad, type Target } from './load.ts';

const ROUNDS = 3;
const FIRST_REQUESTS = 300;

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
  seconds: number,
): Promise<{ [I in keyof C]: LoadResult }> => {
  const counts: number[] = [];
  for (const { name, target, take, supply = Number.POSITIVE_INFINITY } of contenders) {
    progress(`rest: ${title}: ${name} warms up`);
    const cold = await runLoad(target, await take(FIRST_REQUESTS));
    const eachMax = Math.floor((supply - FIRST_REQUESTS) / (1 + ROUNDS));
    const lasting = (rate: number) => Math.min(Math.ceil(rate * seconds), eachMax);
    const warm = await runLoad(target, await take(lasting(cold.perSecond)));
    counts.push(lasting(warm.perSecond));
  }
  const results: LoadResult[][] = contenders.map(() => []);
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [i, { name, target, take }] of contenders.entries()) {
      progress(`rest: ${title}: ${name}, ${round} of ${ROUNDS}`);
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
