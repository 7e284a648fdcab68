import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';

/** Begins an export, on a connection of its own, without reading its body. */
export const beginExport = async (url: string, headers: Record<string, string>) => {
  const outgoing = request(url, { headers, agent: false });
  outgoing.on('error', () => undefined);
  const [incoming] = (await once(outgoing.end(), 'response')) as [IncomingMessage];
  incoming.on('error', () => undefined);
  return { incoming, stop: () => outgoing.destroy() };
};

export const countThreads = (): number => readdirSync('/proc/self/task').length;
