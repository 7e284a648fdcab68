import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Cleanup } from '../support/service.ts';

export interface Arrival {
  /** The path, which tells webhooks apart. */
  hook: string;
  id: string;
  intento: number;
  secuencia: number;
  pedidoId: string;
}

export interface ClusterReceiver {
  url: string;
  arrivals: Arrival[];
  /** Deliveries that two had under way at the same moment. */
  twice: string[];
}

/** Takes everything, slowly enough for two senders to meet if they could. */
export const startReceiver = async (t: Cleanup, delayMs = 3): Promise<ClusterReceiver> => {
  const arrivals: Arrival[] = [];
  const twice: string[] = [];
  const underWay = new Set<string>();

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { 'x-svc-id': id, 'x-svc-intento': intento } = request.headers;
    const hook = request.url ?? '';
    const key = `${hook} ${id}`;
    if (underWay.has(key)) twice.push(key);
    underWay.add(key);
    response.on('close', () => underWay.delete(key));
    const { secuencia, datos } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const pedidoId = datos.pedido.id;
    arrivals.push({ hook, id: String(id), intento: Number(intento), secuencia, pedidoId });
    await new Promise((done) => setTimeout(done, delayMs));
    response.end('ok');
  };
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, arrivals, twice };
};
