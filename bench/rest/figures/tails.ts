import { NO_CORE, pin } from '../../support/cores.ts';
import { countText, type Figure, mediansOf, ratioFigure } from '../../support/figure.ts';
import { progress } from '../../support/progress.ts';
import type { Side } from '../compare.ts';
import type { Question } from '../questions.ts';
import type { Setup } from '../setup.ts';
import { type LoadResult, runWrk } from '../wrk.ts';

const SECONDS = 2;
const text = (micros: number): string => `${(micros / 1_000).toFixed(2)} ms`;

/**
 * The p99 of pages at half of the greatest rate, compared with their median. A baseline gets the same load in turns: what
 * it has as well comes from the machine.
 */
export const tails = async (
  { server, withKeys, scale }: Setup,
  pages: readonly Question[],
  perSecondMax: number,
  baseline: Side,
): Promise<Figure> => {
  const { rounds } = scale.rest;
  const perSecond = Math.floor(perSecondMax / 2);
  const each = Math.min(perSecond * SECONDS, Math.floor(pages.length / (rounds + 1)));
  const ours: LoadResult[] = [];
  const theirs: LoadResult[] = [];
  const target = { url: server.publicUrl, pid: server.pid };
  for (const { pid } of [target, baseline.target]) pin(pid, NO_CORE);
  for (let round = 0; round <= rounds; round += 1) {
    progress(`pages at ${perSecond} a second, ${round} of ${rounds}`);
    const some = await withKeys(pages.slice(round * each, (round + 1) * each));
    ours.push(await runWrk(target, some, { perSecond }));
    theirs.push(await runWrk(baseline.target, await baseline.take(each), { perSecond }));
  }
  // The first round does not count: in it the code that is hot at this rate is compiled.
  const counted = ours.slice(1);
  const { p50Micros, p99Micros } = mediansOf(counted);
  const peer = mediansOf(theirs.slice(1));
  const name = `page of 25, never twice, ${countText(perSecond)}/s (half of the most): p99 beside p50`;
  const figure = ratioFigure(name, p99Micros, p50Micros, text, { atMost: 3 });
  const spread = counted.map((run) => (run.p99Micros / 1_000).toFixed(1)).join(', ');
  return {
    ...figure,
    ours: `${figure.ours} (${rounds} runs: ${spread})`,
    peer: `${figure.peer} (${baseline.name}: ${text(peer.p99Micros)} beside ${text(peer.p50Micros)})`,
  };
};
