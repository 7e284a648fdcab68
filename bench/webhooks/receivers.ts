import { setTimeout as sleep } from 'node:timers/promises';
import { GENERATOR_CORE } from '../support/cores.ts';
import { startRemote } from '../support/processes.ts';
import type { ReceiverApi } from './receiver.ts';

/** Starts a receiver in a process of its own (receiver.ts). */
export const startReceiver = async () => {
  const file = new URL('./receiver.ts', import.meta.url);
  const { api, next, stop } = startRemote<ReceiverApi>(file, GENERATOR_CORE);
  const { port } = await next<{ port: number }>();
  return {
    reset: api.reset,
    tally: api.tally,
    stop,
    url: (path: string) => `http://127.0.0.1:${port}/${path}`,
    /** Seconds from the first delivery that counts to the last of `count`. */
    async secondsFor(count: number): Promise<number> {
      for (;;) {
        const { count: got, firstMs, lastMs } = await api.tally();
        if (got >= count) return (lastMs - firstMs) / 1_000;
        await sleep(50);
      }
    },
  };
};
