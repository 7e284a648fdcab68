import { setTimeout as wait } from 'node:timers/promises';
import { startRemote } from '../support/processes.ts';
import type { ReceiverApi } from './receiver-process.ts';

export const startReceiver = async () => {
  const file = new URL('./receiver-process.ts', import.meta.url);
  const { api, next, stop } = startRemote<ReceiverApi>(file);
  const { port } = await next<{ port: number }>();
  return {
    reset: api.reset,
    tally: api.tally,
    stop,
    url: (path: 'fast' | 'healthy' | 'hole') => `http://127.0.0.1:${port}/${path}`,
    /** Seconds from the first delivery that counts to the last of `count`. */
    async secondsFor(count: number): Promise<number> {
      for (;;) {
        const { count: got, firstMs, lastMs } = await api.tally();
        if (got >= count) return (lastMs - firstMs) / 1_000;
        await wait(50);
      }
    },
  };
};
