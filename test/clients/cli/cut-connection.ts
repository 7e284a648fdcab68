import type { TestContext } from 'node:test';
import { startProxy } from '../../support/machine/proxy.ts';

/** A proxy that cuts the connection after every `bytesMax` bytes of an answer. */
export const cutEvery = async (t: TestContext, to: string, bytesMax: number) => {
  const carried = new WeakMap<object, number>();
  const cuts = { count: 0, isOn: true };
  const proxy = await startProxy(t, {
    // Compression would leave nothing to cut.
    toServer: (bytes) =>
      Buffer.from(bytes.toString('latin1').replace(/accept-encoding/i, 'x-none'), 'latin1'),
    toClient(bytes, pair) {
      const before = carried.get(pair) ?? 0;
      carried.set(pair, before + bytes.length);
      if (!cuts.isOn || before + bytes.length < bytesMax) return bytes;
      cuts.count += 1;
      setImmediate(pair.destroyBoth);
      return bytes.subarray(0, Math.max(0, bytesMax - before));
    },
  });
  proxy.connectTo(to);
  return { url: proxy.addressOf(to), cuts };
};
