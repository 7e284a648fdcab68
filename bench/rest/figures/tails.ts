import { GENERATOR_CORE } from '../../support/cores.ts';
import { countText, type Figure, mediansOf, ratioFigure } from '../../support/figure.ts';
import { startRemote } from '../../support/processes.ts';
import { progress } from '../../support/progress.ts';
import type { PacedApi } from '../paced.ts';
import type { Question } from '../questions.ts';
import type { Setup } from '../setup.ts';

const SECONDS = 2;
const TAIL_RATIO_MAX = 3;
const text = (ms: number): string => `${ms.toFixed(2)} ms`;

/** Pages at half of the greatest rate: the slowest hundredth beside the middle. */
export const tails = async (
  { server, withKeys, scale: { rounds } }: Setup,
  pages: readonly Question[],
  perSecondMax: number,
): Promise<Figure> => {
  const { api, stop } = startRemote<PacedApi>(
    new URL('../paced.ts', import.meta.url),
    GENERATOR_CORE,
  );
  const perSecond = Math.floor(perSecondMax / 2);
  const each = Math.min(perSecond * SECONDS, Math.floor(pages.length / (rounds + 1)));
  try {
    const runs: Awaited<ReturnType<typeof api.pace>>[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      progress(`pages at ${perSecond} a second, ${round} of ${rounds}`);
      const some = await withKeys(pages.slice(round * each, (round + 1) * each));
      const requests = some.map((one) => ({ ...one, path: server.publicUrl + one.path }));
      const run = await api.pace(requests, perSecond);
      // In the first, the client itself runs warm.
      if (round > 0) runs.push(run);
    }
    const { p50Ms, p99Ms, clientLoad } = mediansOf(runs);
    const name = `page of 25, never twice, ${countText(perSecond)}/s (half of the most): p99 beside p50`;
    const figure = ratioFigure(name, p99Ms, p50Ms, text, { atMost: TAIL_RATIO_MAX });
    const spread = runs.map((run) => run.p99Ms.toFixed(1)).join(', ');
    const load = `client ${Math.round(clientLoad * 100)} % of a core`;
    return { ...figure, ours: `${figure.ours} (${rounds} runs: ${spread}; ${load})` };
  } finally {
    await stop();
  }
};
