import { once } from 'node:events';

export interface Memory {
  heapBytes: number;
  /** V8's count of memory outside of the heap, most of it buffers. */
  externalBytes: number;
  residentBytes: number;
}

/** Memory of the service after garbage collections. */
export const measure = async (debuggerUrl: string): Promise<Memory> => {
  const socket = new WebSocket(debuggerUrl);
  await once(socket, 'open');
  let id = 0;
  const call = async (method: string, params: object = {}) => {
    id += 1;
    const own = id;
    const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>();
    const onMessage = ({ data }: MessageEvent) => {
      const message = JSON.parse(String(data));
      if (message.id === own) resolve(message.result);
    };
    socket.addEventListener('message', onMessage);
    socket.send(JSON.stringify({ id: own, method, params }));
    const result = await promise;
    socket.removeEventListener('message', onMessage);
    return result;
  };
  try {
    // One collection may release objects for the next.
    for (let i = 0; i < 3; i += 1) await call('HeapProfiler.collectGarbage');
    const { result } = (await call('Runtime.evaluate', {
      expression: 'JSON.stringify(process.memoryUsage())',
    })) as { result: { value: string } };
    const { heapUsed, external, rss } = JSON.parse(result.value);
    return { heapBytes: heapUsed, externalBytes: external, residentBytes: rss };
  } finally {
    socket.close();
  }
};

const ALLOWED_GROWTH = 1.15;
const ALLOWED_BYTES = 8 * 1_024 * 1_024;

/**
 * Throws when memory grows. The first rounds fill caches and compile code; after them the minimum must not rise.
 * Compares the minimum of the middle third with that of the last: a leak raises it, noise does not.
 */
export const assertPlateau = (rounds: readonly Memory[]): string => {
  const third = Math.floor(rounds.length / 3);
  if (third < 2) return 'too few rounds to print anything about memory';
  const minimumOf = (some: readonly Memory[]) =>
    Math.min(...some.map(({ heapBytes, externalBytes }) => heapBytes + externalBytes));
  const middle = minimumOf(rounds.slice(third, 2 * third));
  const end = minimumOf(rounds.slice(-third));
  const print = `memory held: ${mib(middle)} MiB in the middle third, ${mib(end)} MiB in the last`;
  if (end > middle * ALLOWED_GROWTH && end - middle > ALLOWED_BYTES) {
    throw new Error(`memory grows: ${print}`);
  }
  return print;
};

export const mib = (bytes: number): string => (bytes / 1_024 / 1_024).toFixed(1);
