// Sends requests at a fixed rate, whether or not those before are answered, in a process of its own.

import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { percentile } from '../support/figure.ts';
import { answerCalls } from '../support/script.ts';
import type { LoadRequest } from './wrk.ts';

const CONNECTIONS_MAX = 128;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX });

const ask = async ({ path, headers = {} }: LoadRequest): Promise<number> => {
  const startMs = performance.now();
  const [response] = (await once(get(path, { agent, headers }), 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
  response.resume();
  await once(response, 'end');
  return performance.now() - startMs;
};

const api = {
  async pace(requests: readonly LoadRequest[], perSecond: number) {
    const [startMs, before] = [performance.now(), process.cpuUsage()];
    const answers: Promise<number>[] = [];
    const { promise: allSent, resolve } = Promise.withResolvers<void>();
    const timer = setInterval(() => {
      const due = Math.ceil(((performance.now() - startMs) / 1_000) * perSecond);
      for (const request of requests.slice(answers.length, due)) answers.push(ask(request));
      if (answers.length === requests.length) resolve();
    }, 1);
    await allSent;
    clearInterval(timer);
    const times = await Promise.all(answers);
    const { user, system } = process.cpuUsage(before);
    return {
      p50Ms: percentile(times, 0.5),
      p99Ms: percentile(times, 0.99),
      clientLoad: (user + system) / 1e3 / (performance.now() - startMs),
    };
  },
};

export type PacedApi = typeof api;
answerCalls(api);
