import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What this process holds on its heap and in buffers, after garbage collections: one may release objects for the next. */
export const heldBytes = (): number => {
  for (let i = 0; i < 3; i += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
