import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { LoadRequest } from './load.ts';

export interface Fetched {
  status: number;
  etag: string;
  /** Names and values in turn, without those that Node writes by itself. */
  headers: string[];
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
    const { statusCode: status, headers: named, rawHeaders } = response;
    if (status !== 200 && status !== 304) throw new Error(`${path}: ${status} ${body}`);
    return { status, etag: named.etag ?? '', headers: ownHeaders(rawHeaders), body };
  };

  return { get, close: (): void => agent.destroy() };
};

const ownHeaders = (raw: readonly string[]): string[] =>
  raw.filter((_, i) => !/^(date|connection|keep-alive)$/i.test(raw[i - (i % 2)] ?? ''));

export type Client = ReturnType<typeof makeClient>;
