import { Agent, get } from 'node:http';

export const CONNECTIONS = 8;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

export interface Request {
  url: string;
  headers?: Readonly<Record<string, string>>;
}

/** Sends the requests over a few connections that stay open; gives the size of all answers. */
export const sendAll = async (
  requests: readonly Request[],
  expected: number,
  connections = CONNECTIONS,
): Promise<number> => {
  const queue = requests.values();
  const workers = Array.from({ length: connections }, async () => {
    let bytes = 0;
    for (const each of queue) bytes += await send(each, expected);
    return bytes;
  });
  return (await Promise.all(workers)).reduce((sum, bytes) => sum + bytes, 0);
};

const send = ({ url, headers = {} }: Request, expected: number): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => {
        if (response.statusCode === expected) resolve(bytes);
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
    }).on('error', reject);
  });
