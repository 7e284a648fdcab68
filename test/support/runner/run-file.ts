import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { processorTimeMs } from './processor-time.ts';

/** The outcome of a test file. */
export interface FileResult {
  passed: number;
  failed: number;
  /** Processor time that it took here and in the processes it started. */
  processorMs: number;
  /** The failures, in the words of Node's own reporter; empty if nothing did. */
  report: string;
}

/**
 * Runs one test file in this process, with a root of its own, so that its hooks end with it. It is over
 * once nothing of it is left open: a file that forgets to close something never ends, as in a process of its own.
 */
export const runFile = async (file: string): Promise<FileResult> => {
  let [passed, failed] = [0, 0];
  const startedMs = processorTimeMs();
  const events = run({ files: [file], isolation: 'none' })
    .on('test:pass', ({ details }) => {
      if (details.type !== 'suite') passed += 1;
    })
    .on('test:fail', ({ details }) => {
      if (details.type !== 'suite') failed += 1;
    });
  let report = '';
  for await (const text of events.compose(spec)) report += text;
  // An error after the test that caused it, or a failure of a suite's own.
  if (failed === 0 && process.exitCode) failed = 1;
  process.exitCode = 0;
  const processorMs = processorTimeMs() - startedMs;
  return { passed, failed, processorMs, report: failed > 0 ? report : '' };
};
