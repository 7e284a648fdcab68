import { once } from 'node:events';

export interface Memory {
  heapBytes: number;
  /** Outside of the heap, counted by V8: buffers above all. */
  externalBytes: number;
  residentBytes: number;
}

/** What the service holds on to: measured after its garbage has been collected. */
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
    // What is freed by the first may have held what the second finds.
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
 * The first rounds fill caches and compile code; from then on the floor must not rise. Compares the least
 * of the middle third with the least of the last one: a leak rises in both, noise in neither.
 */
export const assertPlateau = (rounds: readonly Memory[]): string => {
  const third = Math.floor(rounds.length / 3);
  if (third < 2) return 'too few rounds to say anything about memory';
  const floorOf = (some: readonly Memory[]) =>
    Math.min(...some.map(({ heapBytes, externalBytes }) => heapBytes + externalBytes));
  const middle = floorOf(rounds.slice(third, 2 * third));
  const end = floorOf(rounds.slice(-third));
  const say = `memory held: ${mib(middle)} MiB in the middle third, ${mib(end)} MiB in the last`;
  if (end > middle * ALLOWED_GROWTH && end - middle > ALLOWED_BYTES) {
    throw new Error(`memory grows: ${say}`);
  }
  return say;
};

export const mib = (bytes: number): string => (bytes / 1_024 / 1_024).toFixed(1);
