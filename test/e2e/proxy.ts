import { startProxy as startPlainProxy } from '../support/proxy.ts';
import type { Cleanup } from '../support/service.ts';

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
export const startProxy = async (t: Cleanup): Promise<Line> => {
  let cut: { pattern: RegExp; done: () => void } | null = null;
  const proxy = await startPlainProxy(t, {
    toClient(bytes, { client, part }) {
      const text = bytes.toString('latin1').replace(/(?<=^retry: )\d+/gm, hurried);
      const match = cut?.pattern.exec(text);
      if (cut === null || !match) return Buffer.from(text, 'latin1');
      const { done } = cut;
      cut = null;
      // The half that is let through has to arrive: `end` sends it, and then the line is dead.
      client.end(text.slice(0, match.index + Math.ceil(match[0].length / 2)), 'latin1', () => {
        part();
        done();
      });
      return null;
    },
  });
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    leadTo: proxy.leadTo,
    cutInside: (pattern) =>
      new Promise((done) => {
        cut = { pattern, done };
      }),
  };
};

/** As many digits, so that nothing around them has to change. */
const hurried = (digits: string): string => '50'.padStart(digits.length, '0');
