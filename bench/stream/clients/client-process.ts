import { startRemote } from '../../support/processes.ts';
import type { ListenersApi } from './listeners.ts';
import type { StreamServer } from './protocol.ts';

/** Starts a process full of listeners, on a core that the servers do not use. */
export const startListeners = (server: StreamServer) => {
  const file = new URL('./listeners.ts', import.meta.url);
  const { api, stop } = startRemote<ListenersApi>(file);
  const { port, publishing } = server;
  let opened = { restaurants: 0, each: 0 };
  return {
    stop,
    count: api.count,
    /** Opens `each` listeners of each of the first `restaurants`; resolves once all are answered. */
    async open(restaurants: number, each: number): Promise<void> {
      const requests: string[] = [];
      for (let r = 0; r < restaurants; r += 1) {
        const first = r < opened.restaurants ? opened.each : 0;
        for (let n = first; n < each; n += 1) requests.push(server.listenRequest(r, n));
      }
      opened = { restaurants, each };
      await api.open(port, requests);
    },
    saturate: (window: number, seconds: number) => api.saturate(publishing, window, seconds),
    publish: (rate: number, seconds: number) =>
      api.publish(publishing, rate, seconds, opened.restaurants),
  };
};

export type Listeners = ReturnType<typeof startListeners>;
