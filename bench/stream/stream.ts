import type { StreamScale } from '../scale.ts';
import { measureOnEach, type Runner } from '../support/runner.ts';
import { fanOut } from './figures/fanout.ts';
import { heldStreams } from './figures/hold.ts';
import { deliveryTime } from './figures/latency.ts';
import { idleMemory } from './figures/memory.ts';

/** The live stream compared with servers that only pass events on. */
export const benchStream = async (runner: Runner, scale: StreamScale): Promise<void> => {
  // These measurements do not involve the database.
  const onSqlite = { scale, databaseUrl: null };
  await runner.measure('fanout', () => fanOut(onSqlite));
  await runner.measure('memory', () => idleMemory(onSqlite));
  await measureOnEach(runner, 'latency', (databaseUrl) => deliveryTime({ scale, databaseUrl }));
  await runner.measure('hold', () => heldStreams(onSqlite));
};
