import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Cleanup } from '../support/service.ts';

export interface Address {
  /** The database behind it, at an address that stays. */
  url: string;
  /** Leads to another server from now on; connections to the one before are cut. */
  leadTo(url: string): void;
}

/** The address that always leads to the primary, as operators have one before a failover. */
export const startAddress = async (t: Cleanup, first: string): Promise<Address> => {
  const sockets = new Set<Socket>();
  let target = new URL(first);

  const listener = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    const part = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.setNoDelay();
      socket.on('error', part);
      socket.on('close', () => {
        sockets.delete(socket);
        part();
      });
    }
    client.pipe(server).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  t.after(async () => {
    listener.close();
    cut();
    await once(listener, 'close');
  });
  const url = new URL(first);
  url.port = String((listener.address() as AddressInfo).port);
  return {
    url: url.href,
    leadTo(next) {
      target = new URL(next);
      cut();
    },
  };
};
