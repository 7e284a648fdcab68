import { NO_CORE, pin } from '../../support/cores.ts';
import { countText, type Figure } from '../../support/figure.ts';
import { progress } from '../../support/progress.ts';
import type { Side } from '../compare.ts';
import { runPaced } from '../paced.ts';
import type { Question } from '../questions.ts';
import type { Setup } from '../setup.ts';

const SECONDS = 2;
/** The p99 may be so much later than that of the limit at the same rate. */
const LATER_MS_MAX = 10;
const text = (ms: number): string => `${ms.toFixed(2)} ms`;

/** The p99 of pages at half of our greatest rate, in turns with that of the limit at the same rate. */
export const tails = async (
  { server, withKeys, scale }: Setup,
  pages: readonly Question[],
  perSecondMax: number,
  limit: Side,
): Promise<Figure> => {
  const { rounds } = scale.rest;
  const perSecond = Math.floor(perSecondMax / 2);
  const each = Math.min(perSecond * SECONDS, Math.floor(pages.length / (rounds + 1)));
  const [ours, theirs, medians]: [number[], number[], number[]] = [[], [], []];
  const target = { url: server.publicUrl, pid: server.pid };
  for (const { pid } of [target, limit.target]) pin(pid, NO_CORE);
  // The first round does not count: in it the code that is hot at this rate is compiled.
  for (let round = 0; round <= rounds; round += 1) {
    progress(`pages at ${perSecond} a second, ${round} of ${rounds}`);
    const some = await withKeys(pages.slice(round * each, (round + 1) * each));
    const own = await runPaced(target, some, perSecond);
    const other = await runPaced(limit.target, await limit.take(each), perSecond);
    if (round === 0) continue;
    ours.push(own.p99Ms);
    theirs.push(other.p99Ms);
    medians.push(own.p50Ms - other.p50Ms);
  }
  const above = medians.map(text).join(', ');
  return {
    name: 'p99 of such pages at half of the greatest rate (open loop)',
    engine: '',
    textOf: text,
    ours,
    limit: { name: limit.name, runs: theirs },
    demands: [{ against: 'limit', as: 'difference', atMost: LATER_MS_MAX }],
    detail: `${countText(perSecond)} a second; the medians were ${above} later`,
  };
};
