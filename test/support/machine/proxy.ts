// A TCP proxy at a fixed address that injects the faults of networks.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Cleanup } from '../service.ts';
import { listen } from './loopback.ts';

/** One connection through it. */
export interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** Destroys both sockets without a farewell of the protocol above. */
  destroyBoth(): void;
}

/** Transforms bytes in transit: the proxy forwards what it returns; null withholds them. */
export type Passing = (bytes: Buffer, pair: Pair) => Buffer | null;

interface ProxyOptions {
  toServer?: Passing;
  toClient?: Passing;
}

export interface FaultyProxy {
  /** The same URL with the proxy's host and port. */
  addressOf(url: string): string;
  /** Sets the target of new connections; null refuses them. Open connections stay as they are. */
  connectTo(url: string | null): void;
  /** Breaks every connection with a reset, to both sides. */
  reset(): void;
  /** Resets the client's side of every connection; the server's stays open and hears nothing more. */
  strand(): void;
  /** Keeps connections open but forwards nothing, like a firewall that has forgotten them. */
  freeze(): void;
  /** Forwards everything again, including what waited. */
  thaw(): void;
  /** Thaws, and closes the stranded sockets. */
  heal(): void;
}

export const startProxy = async (
  t: Cleanup,
  { toServer = asIs, toClient = asIs }: ProxyOptions = {},
): Promise<FaultyProxy> => {
  const pairs = new Set<Pair>();
  const stranded = new Set<Socket>();
  let target: { port: number; host: string } | null = null;
  let isFrozen = false;

  const carry = (from: Socket, to: Socket, passing: Passing, pair: Pair): void => {
    from.on('data', (bytes: Buffer) => {
      const passed = passing(bytes, pair);
      // Back-pressure, as on a wire: a slow reader slows down the sender.
      if (passed !== null && !to.write(passed)) from.pause();
    });
    to.on('drain', () => {
      if (!isFrozen) from.resume();
    });
    from.on('end', () => {
      if (!stranded.has(to)) to.end();
    });
  };

  const join = (client: Socket): void => {
    if (target === null) {
      client.destroy();
      return;
    }
    const server = connect({ ...target, allowHalfOpen: true });
    const destroyBoth = () => {
      pairs.delete(pair);
      client.destroy();
      if (!stranded.has(server)) server.destroy();
    };
    const pair: Pair = { client, server, destroyBoth };
    pairs.add(pair);
    for (const socket of [client, server]) {
      socket.setNoDelay();
      socket.on('error', () => resetPair(pair)).on('close', destroyBoth);
    }
    server.on('close', () => stranded.delete(server));
    carry(client, server, toServer, pair);
    carry(server, client, toClient, pair);
    if (isFrozen) hold(pair);
  };

  const resetPair = ({ client, server }: Pair): void => {
    client.resetAndDestroy();
    if (!stranded.has(server)) server.resetAndDestroy();
  };
  const hold = ({ client, server }: Pair): void => {
    client.pause();
    server.pause();
  };

  const thaw = (): void => {
    isFrozen = false;
    for (const { client, server } of pairs) {
      client.resume();
      server.resume();
    }
  };

  const listener = createServer({ allowHalfOpen: true }, join);
  const { host } = new URL(await listen(listener));
  t.after(async () => {
    listener.close();
    for (const socket of stranded) socket.destroy();
    for (const { destroyBoth } of pairs) destroyBoth();
    await once(listener, 'close');
  });
  return {
    addressOf: (url) => url.replace(new URL(url).host, host),
    connectTo(url) {
      const { hostname, port } = new URL(url ?? 'tcp://nowhere:1');
      target = url === null ? null : { host: hostname, port: Number(port) };
    },
    reset() {
      for (const pair of pairs) resetPair(pair);
    },
    strand() {
      for (const { client, server } of pairs) {
        stranded.add(server);
        server.pause();
        client.resetAndDestroy();
      }
    },
    freeze() {
      isFrozen = true;
      for (const pair of pairs) hold(pair);
    },
    thaw,
    heal() {
      thaw();
      for (const socket of stranded) socket.destroy();
    },
  };
};

const asIs: Passing = (bytes) => bytes;
