import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Cleanup } from '../support/service.ts';

export interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

export interface Ask {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A request that a process had taken, and that came to nothing. */
export class Broken extends Error {
  override name = 'Broken';
}

/**
 * What a load balancer does: keeps connections to every process, uses them in turn, and goes on to the
 * next process where nobody takes a connection. Anything else that goes wrong is a request that died.
 */
export const makeBalancer = (t: Cleanup, urls: () => readonly string[]) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  t.after(async () => agent.destroy());
  let turn = 0;

  const askOne = async (url: string, { method = 'GET', headers = {}, body }: Ask) => {
    const outgoing = request(url, { method, agent, headers });
    try {
      const responded = once(outgoing, 'response');
      outgoing.end(body);
      const [incoming] = (await responded) as [IncomingMessage];
      const text = Buffer.concat(await incoming.toArray()).toString('utf8');
      if (!incoming.complete) throw new Error('the answer was cut off');
      return { status: incoming.statusCode ?? 0, headers: incoming.headers, text };
    } catch (error) {
      // A connection that was in the queue of the system when its listener closed was never taken.
      if (isUntaken(error) && !outgoing.reusedSocket) return null;
      throw new Broken(`${method} ${url}: ${error}`, { cause: error });
    }
  };

  return async (path: string, ask: Ask = {}): Promise<Reply> => {
    for (;;) {
      turn += 1;
      const all = urls();
      const reply = await askOne(`${all[turn % all.length]}${path}`, ask);
      if (reply !== null) return reply;
      await new Promise((done) => setTimeout(done, 5));
    }
  };
};

export type Balancer = ReturnType<typeof makeBalancer>;

const isUntaken = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNREFUSED', 'ECONNRESET'].includes(String(error.code));
