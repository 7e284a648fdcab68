import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { Cleanup } from '../service.ts';

/** Listens on a free port of this machine; gives its address. */
export const listen = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** An HTTP server with the given handler, closed at the end; gives its address. */
export const startSite = async (t: Cleanup, answer: RequestListener): Promise<string> => {
  const server = createHttpServer(answer);
  const url = await listen(server);
  t.after(async () => {
    server.close();
    server.closeAllConnections();
  });
  return url;
};

/** A port that was free a moment ago, for programs that cannot choose one themselves. */
export const freePort = async (): Promise<number> => {
  const probe = createServer();
  const { port } = new URL(await listen(probe));
  probe.close();
  await once(probe, 'close');
  return Number(port);
};
