// Every test file, or with `--long` every long one (`*.long.test.ts`). Unlike `node --test` it does not start a process for
// each of them, which would cost more than most of the tests: a few processes run them one after the other (support/runner).
//
//   node test/run.ts [--long | pattern …]

import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { globalSetup, globalTeardown } from './support/global-setup.ts';
import { citusNodes } from './support/postgres/citus.ts';
import { runInPool } from './support/runner/pool.ts';
import { processorTimeMs } from './support/runner/processor-time.ts';

/** Files and folders that take longest: they go first, so that no worker is left with one at the end. */
const LONGEST_FIRST = [
  'test/citus/',
  'test/clients/sync/faults.',
  'test/e2e/panel/',
  'test/clients/cli/',
  'test/docs/',
  'test/http/api/exportacion/',
  'test/cluster/',
  'test/cli/',
  'test/ops/',
  'test/storage/postgres.',
  'test/clients/',
  'test/http/server/connections',
  'test/e2e/',
  'test/fuzz/',
  'test/demo/',
  'test/webhooks/',
  'test/storage/',
];
/** It watches how the sources are loaded. */
const ALONE = new Set(['test/regular-expressions.test.ts']);
/**
 * Two more than there are cores: tests wait as well. More would use up the connections of one PostgreSQL. On a cluster, each
 * statement keeps several servers busy.
 */
const WORKERS =
  citusNodes() === null ? Math.min(availableParallelism() + 2, 6) : availableParallelism();

/** Files that the end of a run names: those that cost most. */
const DEAREST = 10;

const rank = (file: string): number => {
  const index = LONGEST_FIRST.findIndex((start) => file.startsWith(start));
  return index === -1 ? LONGEST_FIRST.length : index;
};
/** `npm run openapi:check` installs packages below test/, with tests of their own. */
const find = (patterns: string[]): string[] =>
  globSync(patterns, { exclude: ['**/node_modules'] }).sort(
    (a, b) => rank(a) - rank(b) || (a < b ? -1 : 1),
  );
const isLong = (file: string): boolean => file.endsWith('.long.test.ts');
const chooseFiles = (given: string[]): string[] => {
  if (given[0] === '--long') return find(['test/**/*.long.test.ts']);
  if (given.length > 0) return find(given);
  return find(['test/**/*.test.ts']).filter((file) => !isLong(file));
};
const files = chooseFiles(process.argv.slice(2));
const totals = { passed: 0, failed: 0 };
/** Said again at the end, where a reader of a long log looks first. */
const failures: string[] = [];
const startedMs = performance.now();
const costs: { file: string; processorMs: number; durationMs: number }[] = [];
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

await globalSetup();
// Workers end with us; databases and files would stay.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void globalTeardown().finally(() => process.exit(1)));
}
await runInPool({
  files,
  workers: WORKERS,
  alone: ALONE,
  onResult(file, { passed, failed, processorMs, report }, durationMs) {
    costs.push({ file, processorMs, durationMs });
    totals.passed += passed;
    totals.failed += failed;
    const outcome = failed > 0 ? `✖ ${file}: ${failed} failed\n${report}` : `✔ ${file}`;
    if (failed > 0) failures.push(outcome);
    process.stdout.write(
      `${outcome} (${passed} passed, ${seconds(durationMs)}, ${seconds(processorMs)} of processor)\n`,
    );
  },
});
await globalTeardown();

costs.sort((a, b) => b.processorMs - a.processorMs);
process.stdout.write('\nℹ processor time, duration\n');
for (const { file, processorMs, durationMs } of costs.slice(0, DEAREST)) {
  process.stdout.write(
    `  ${seconds(processorMs).padStart(7)} ${seconds(durationMs).padStart(7)}  ${file}\n`,
  );
}
process.stdout.write(
  `\nℹ files ${files.length}\nℹ pass ${totals.passed}\nℹ fail ${totals.failed}\n` +
    `ℹ duration ${seconds(performance.now() - startedMs)}, processor ${seconds(processorTimeMs())}\n`,
);
for (const failure of failures) process.stdout.write(`\n${failure}`);
process.exit(failures.length > 0 ? 1 : 0);
