// Runs test files one after the other in one process, as the pool sends their names: from the second on, the
// modules of the service are loaded and warm.

import { setFlagsFromString } from 'node:v8';
import { runFile } from './run-file.ts';

// As src/main.ts does: bodies of answers would make V8 collect everything, again and again. Processes share compiled code
// only where they have the same flags; with others, each would compile anew what the other has left in the cache.
setFlagsFromString('--external-memory-accounted-in-global-limit');
setFlagsFromString('--heap-growing-percent=300');

process.on('message', async (file: string) => {
  // A file is over when the event loop has nothing left to do, so the channel must not count.
  process.channel?.unref();
  const result = await runFile(file);
  process.channel?.ref();
  process.send?.(result);
});
// Left to itself, Node would wait for every request of its sockets, and for ever where the peer was killed.
process.on('disconnect', () => process.exit());
