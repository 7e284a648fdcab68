import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** Runs V8's garbage collector. */
export const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Bytes on this process's heap and in its buffers after garbage collections: one collection may release objects for
 * the next.
 */
export const heldBytes = (): number => {
  for (let i = 0; i < 3; i += 1) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
