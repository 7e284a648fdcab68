import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Ending } from '../http/service.ts';

export interface Line {
  url: string;
  /** Where connections go from now on; null refuses them. Those that are open stay as they are. */
  leadTo(url: string | null): void;
  /** Lets the next answer pass up to a point inside of what matches, then breaks the connection. */
  cutInside(pattern: RegExp): Promise<void>;
}

/**
 * A stretch of network between a client and the service, at an address that stays. It asks clients to
 * come back sooner than the service would have them, so that tests do not wait for seconds.
 */
export const startProxy = async (t: Ending): Promise<Line> => {
  const sockets = new Set<Socket>();
  let target: URL | null = null;
  let cut: { pattern: RegExp; done: () => void } | null = null;

  const join = (client: Socket): void => {
    if (target === null) {
      client.destroy();
      return;
    }
    const server = connect(Number(target.port), target.hostname);
    const part = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.setNoDelay();
      socket.on('error', part).on('close', part);
      socket.once('close', () => sockets.delete(socket));
    }
    client.on('data', (bytes) => server.write(bytes));
    server.on('data', (bytes) => {
      const text = bytes.toString('latin1').replace(/(?<=^retry: )\d+/gm, hurried);
      const match = cut?.pattern.exec(text);
      if (cut === null || !match) {
        client.write(text, 'latin1');
        return;
      }
      const { done } = cut;
      cut = null;
      // The half that is let through has to arrive: `end` sends it, and then the line is dead.
      client.end(text.slice(0, match.index + Math.ceil(match[0].length / 2)), 'latin1', () => {
        part();
        done();
      });
    });
  };

  const listener = createServer(join).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  t.after(async () => {
    listener.close();
    for (const socket of sockets) socket.destroy();
    await once(listener, 'close');
  });
  const { port } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    leadTo: (url) => {
      target = url === null ? null : new URL(url);
    },
    cutInside: (pattern) =>
      new Promise((done) => {
        cut = { pattern, done };
      }),
  };
};

/** As many digits, so that nothing around them has to change. */
const hurried = (digits: string): string => '50'.padStart(digits.length, '0');
