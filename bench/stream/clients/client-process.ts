import { GENERATOR_CORE } from '../../support/cores.ts';
import { startScript } from '../../support/processes.ts';
import type { Ask, Counts, Latency, Saturated, StreamServer } from './protocol.ts';

export interface Listeners {
  /** So many listeners of each of so many restaurants, once all have an answer. */
  open(restaurants: number, each: number): Promise<void>;
  /** Events for restaurant 0 as fast as they are delivered, with so many on their way. */
  saturate(window: number, seconds: number): Promise<Saturated>;
  /** So many events a second, each for another restaurant. */
  publish(rate: number, seconds: number): Promise<Latency>;
  count(): Promise<Counts>;
  stop(): Promise<void>;
}

/** A process full of listeners, on the core that the servers do not use. */
export const startListeners = (server: StreamServer): Listeners => {
  const script = startScript(new URL('./listeners.ts', import.meta.url), {}, GENERATOR_CORE);
  const ask = <T>(message: Ask): Promise<T> => script.ask<T>(message);
  const { port, publishing } = server;
  let opened = { restaurants: 0, each: 0 };
  return {
    async open(restaurants, each) {
      const requests: string[] = [];
      for (let r = 0; r < restaurants; r += 1) {
        const first = r < opened.restaurants ? opened.each : 0;
        for (let n = first; n < each; n += 1) requests.push(server.listenRequest(r, n));
      }
      opened = { restaurants, each };
      await ask({ what: 'open', port, requests });
    },
    saturate: (window, seconds) => ask({ what: 'saturate', publishing, window, seconds }),
    publish: (rate, seconds) =>
      ask({ what: 'publish', publishing, rate, seconds, restaurants: opened.restaurants }),
    count: () => ask({ what: 'count' }),
    stop: script.stop,
  };
};
