import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { LoadRequest } from './load.ts';

export interface Fetched {
  status: number;
  etag: string;
  body: Buffer;
}

/** A client for what has to be known before anything is measured. */
export const makeClient = (origin: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });

  const get = async (asked: LoadRequest | undefined): Promise<Fetched> => {
    if (asked === undefined) throw new Error('nothing to ask');
    const { path, headers = {} } = asked;
    const sent = request(origin + path, { agent, headers }).end();
    const [response] = await once(sent, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${body}`);
    return { status: response.statusCode, etag: response.headers.etag ?? '', body };
  };

  return { get, close: (): void => agent.destroy() };
};

export type Client = ReturnType<typeof makeClient>;
