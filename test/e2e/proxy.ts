import { type FaultyProxy, startProxy } from '../support/machine/proxy.ts';
import type { Cleanup } from '../support/service.ts';

export interface CuttingProxy extends Pick<FaultyProxy, 'addressOf' | 'connectTo'> {
  /** Cuts the connection inside the next bytes that match. */
  cutInside(pattern: RegExp): Promise<void>;
}

/** A proxy between a client and the stream. It shortens `retry:`, so that tests do not wait for seconds. */
export const startCuttingProxy = async (t: Cleanup): Promise<CuttingProxy> => {
  let cut: { pattern: RegExp; done: () => void } | null = null;
  const proxy = await startProxy(t, {
    toClient(bytes, { client, destroyBoth }) {
      const text = bytes.toString('latin1').replace(/(?<=^retry: )\d+/gm, shortened);
      const match = cut?.pattern.exec(text);
      if (cut === null || !match) return Buffer.from(text, 'latin1');
      const { done } = cut;
      cut = null;
      // The half before the cut has to arrive: `end` flushes it before the connection closes.
      client.end(text.slice(0, match.index + Math.ceil(match[0].length / 2)), 'latin1', () => {
        destroyBoth();
        done();
      });
      return null;
    },
  });
  return {
    ...proxy,
    cutInside: (pattern) =>
      new Promise((done) => {
        cut = { pattern, done };
      }),
  };
};

/** Pads to as many digits, so that the length of the answer stays the same. */
const shortened = (digits: string): string => '50'.padStart(digits.length, '0');
