import { startRemote } from '../support/processes.ts';
import type { Paced, PacedApi } from './paced-process.ts';
import { encode, type LoadRequest, type Target } from './wrk.ts';

/** Sends the requests at a fixed rate from a process of its own. */
export const runPaced = async (
  target: Target,
  requests: readonly LoadRequest[],
  perSecond: number,
): Promise<Paced> => {
  const { api, stop } = startRemote<PacedApi>(new URL('./paced-process.ts', import.meta.url));
  const texts = requests.map((each) => encode(target, each));
  return await api.run(Number(new URL(target.url).port), texts, perSecond).finally(stop);
};
