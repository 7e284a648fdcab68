import { setTimeout as sleep } from 'node:timers/promises';
import { GENERATOR_CORE } from '../support/cores.ts';
import { startScript } from '../support/processes.ts';
import type { Question, Tally } from './receiver.ts';

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Takes deliveries in a process of its own (receiver.ts). */
export const startReceiver = async () => {
  const script = startScript(new URL('./receiver.ts', import.meta.url), {}, GENERATOR_CORE);
  const { port } = await script.next<{ port: number }>();
  const ask = (question: Question): Promise<Tally> => script.ask<Tally>(question);
  return {
    url: (path: string) => `http://127.0.0.1:${port}/${path}`,
    tally: () => ask({ reset: false }),
    reset: (uncounted = 0) => ask({ reset: true, uncounted }),
    /** Seconds from the first that counts to the last of so many. */
    async secondsFor(count: number): Promise<number> {
      for (;;) {
        const { count: got, firstMs, lastMs } = await ask({ reset: false });
        if (got >= count) return (lastMs - firstMs) / 1_000;
        await sleep(50);
      }
    },
    stop: () => script.stop(),
  };
};
