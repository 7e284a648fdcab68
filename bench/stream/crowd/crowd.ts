import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { tracked } from '../../support/children.ts';
import { GENERATOR_CORE, pin } from '../../support/cores.ts';
import type { Contender } from '../contender.ts';
import type { Answer, Ask, Census, Flooded, Trickled } from './protocol.ts';

const LISTENERS = fileURLToPath(new URL('./listeners.ts', import.meta.url));

export interface Crowd {
  /** So many listeners of each of so many restaurants, once all have an answer. */
  open(restaurants: number, each: number): Promise<void>;
  /** Events for restaurant 0 as fast as they are delivered, with so many on their way. */
  flood(window: number, seconds: number): Promise<Flooded>;
  /** So many events a second, each for another restaurant. */
  trickle(rate: number, seconds: number): Promise<Trickled>;
  census(): Promise<Census>;
  stop(): Promise<void>;
}

/** A process full of listeners, on the core that the servers do not use. */
export const startCrowd = async (contender: Contender): Promise<Crowd> => {
  const child = tracked(fork(LISTENERS, { execArgv: [] }));
  pin(child.pid ?? 0, GENERATOR_CORE);
  const ended = once(child, 'exit').then(([code, signal]): Answer => {
    return { ok: false, problem: `the crowd ended with ${signal ?? code}` };
  });
  const ask = async <T>(question: Ask): Promise<T> => {
    const answered = once(child, 'message').then(([message]) => message as Answer);
    child.send(question);
    const answer = await Promise.race([answered, ended]);
    if (!answer.ok) throw new Error(`${contender.name}: ${answer.problem}`);
    return answer.value as T;
  };
  const { port, publishing } = contender;
  let opened = { restaurants: 0, each: 0 };

  return {
    async open(restaurants, each) {
      const requests: string[] = [];
      for (let r = 0; r < restaurants; r += 1) {
        const first = r < opened.restaurants ? opened.each : 0;
        for (let n = first; n < each; n += 1) requests.push(contender.listen(r, n));
      }
      opened = { restaurants, each };
      await ask({ what: 'open', port, requests });
    },
    flood: (window, seconds) => ask({ what: 'flood', publishing, window, seconds }),
    trickle: (rate, seconds) =>
      ask({ what: 'trickle', publishing, rate, seconds, restaurants: opened.restaurants }),
    census: () => ask({ what: 'census' }),
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
