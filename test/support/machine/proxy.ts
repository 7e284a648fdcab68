// A stretch of network at an address that stays, with the faults that networks have.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Cleanup } from '../service.ts';
import { listen } from './loopback.ts';

/** One connection through it. */
export interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** Both ends are gone, without a farewell. */
  part(): void;
}

/** What happens to bytes on the way: they go on as they are given back; null keeps them. */
export type Passing = (bytes: Buffer, pair: Pair) => Buffer | null;

interface ProxyOptions {
  toServer?: Passing;
  toClient?: Passing;
}

export interface FaultyProxy {
  /** An address behind the proxy as its clients have to write it. */
  addressOf(url: string): string;
  /** Where connections go from now on; null refuses them. Those that are open stay as they are. */
  leadTo(url: string | null): void;
  /** Breaks every connection with a reset, to both sides. */
  reset(): void;
  /** The client's side of every connection is reset; the server's stays open and hears nothing more. */
  strand(): void;
  /** Connections stay open and nothing passes, as behind a firewall that forgot about them. */
  freeze(): void;
  /** Lets everything pass again, what waited too. */
  thaw(): void;
  /** The same, and ends what was stranded. */
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
      // A reader that is slow makes the sender slow, as on a wire.
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
    const part = () => {
      pairs.delete(pair);
      client.destroy();
      if (!stranded.has(server)) server.destroy();
    };
    const pair: Pair = { client, server, part };
    pairs.add(pair);
    for (const socket of [client, server]) {
      socket.setNoDelay();
      socket.on('error', () => resetPair(pair)).on('close', part);
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
    for (const { part } of pairs) part();
    await once(listener, 'close');
  });
  return {
    addressOf: (url) => url.replace(new URL(url).host, host),
    leadTo(url) {
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
