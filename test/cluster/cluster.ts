import assert from 'node:assert/strict';
import { makeRandom } from '../../faults/random.ts';
import { makeCleanup } from '../../faults/rig/cleanup.ts';
import { type Rig, startRig } from '../../faults/rig/rig.ts';
import { PROCESSES } from '../../faults/scenarios/rolling.ts';
import type { Store } from '../../src/storage/port/store.ts';
import type { Server } from '../support/server.ts';
import {
  type AnswerLine,
  type Cleanup,
  type KeyOperator,
  makeKeyOperator,
  openTestStore,
  sendCommands,
} from '../support/service.ts';

export { PROCESSES };

interface Cluster extends KeyOperator {
  readonly rig: Rig;
  readonly servers: readonly Server[];
  /** The test's own handle on the same database. */
  readonly store: Store;
  /** Sends commands to the process whose turn it is; each command must be accepted. */
  command(turn: number, ...lines: object[]): Promise<AnswerLine[]>;
}

interface ClusterOptions {
  databaseUrl: string;
  env?: Record<string, string>;
  databaseCrashes?: boolean;
}

/** Three processes of the real program, started at the same moment on one database. */
export const startCluster = async (
  t: Cleanup,
  { databaseUrl, env = {}, databaseCrashes = false }: ClusterOptions,
): Promise<Cluster> => {
  const cleanup = makeCleanup();
  t.after(async () => cleanup[Symbol.asyncDispose]());
  const rig = await startRig(cleanup, {
    engine: 'postgres',
    random: makeRandom('cluster'),
    servers: PROCESSES,
    hooks: true,
    database: { url: databaseUrl },
    env,
    databaseCrashes,
  });
  const servers = Array.from({ length: PROCESSES }, (_, i) => rig.processes.server(i));
  const store = await openTestStore({ databaseUrl, dataDir: '' });
  cleanup.after(() => store.close());
  return {
    ...makeKeyOperator(store),
    rig,
    servers,
    store,
    async command(turn, ...lines) {
      const answers = await sendCommands(inTurn(servers, turn).privateUrl, lines);
      assert.equal(answers.length, lines.length);
      for (const { ok, error } of answers) assert.ok(ok, error ?? '');
      return answers;
    },
  };
};

/** The element whose turn it is. */
export const inTurn = <T>(all: readonly T[], turn: number): T => {
  const found = all[turn % all.length];
  if (found === undefined) throw new Error(`nothing at ${turn}`);
  return found;
};
