import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeOutcome } from '../../faults/report.ts';
import { type Run, replay, runScenario, type Scenario } from '../../faults/scenario.ts';
import { diskLimit } from '../../faults/scenarios/disk.ts';
import { kill } from '../../faults/scenarios/kill.ts';
import { network } from '../../faults/scenarios/network.ts';
import { mirrors } from '../../faults/scenarios/sync.ts';

const SEED = 20_261_115;

/** A few rounds with a fixed seed; `npm run faults` plays more, of every scenario. */
const RUNS: [scenario: Scenario, engine: Run['engine'], rounds: number, hooks: boolean][] = [
  [kill, 'sqlite', 2, true],
  // The lease of the killed process has to expire: half a minute.
  [kill, 'postgres', 1, true],
  // Without webhooks, whose next attempt it would have to wait for.
  [network, 'sqlite', 6, false],
  [diskLimit, 'sqlite', 2, true],
  [mirrors, 'sqlite', 3, false],
];

describe('nothing is lost through', { concurrency: 2 }, () => {
  for (const [scenario, engine, rounds, hooks] of RUNS) {
    test(`${scenario.about} (${engine})`, async (t) => {
      const run: Run = { scenario, engine, seed: SEED, rounds, hooks };
      const outcome = await runScenario(run);
      t.diagnostic(describeOutcome(run, outcome));
      assert.deepEqual(outcome.problems, [], `${replay(run)}\n${outcome.output.slice(-2_000)}`);
    });
  }
});
