import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Io } from '@comanda/command-line';
import {
  EXIT,
  exitCodeOf,
  Failure,
  listenForStop,
  makeCommand,
  makeProgress,
  quote,
  type Stopping,
  text,
  withExitCode,
} from '@comanda/command-line';
import type { Ingest } from '../../../ingest/ingest.ts';
import type { IngestObserver } from '../../../ingest/observer.ts';
import { fileProblem } from '../../../platform/error-codes.ts';
import type { Context } from '../../command.ts';
import { describeError } from '../../errors.ts';
import { withStore } from '../../store.ts';
import { printOutcome } from '../../terminal/print.ts';
import { shellWord } from '../../terminal/text.ts';
import { makeImportReport } from './report.ts';
import { wholeLines } from './whole-lines.ts';

export const importCommand = (context: Context) =>
  makeCommand('import', 'load commands from a file, one JSON object a line', {
    notes: [
      'Refused lines are reported on stderr and do not affect the others; the exit code is then 1.',
      'Ctrl-C stops between two lines, once those in flight are stored, and prints how far it got.',
      'If the database stops accepting lines, the import stops too. Some later lines may be stored by then;',
      'when you import them again, a line with an id or a clave is not stored twice.',
    ],
    examples: ['comanda import orders.ndjson', 'zcat orders.ndjson.gz | comanda import -'],
  })
    .argument('<FILE|->', 'NDJSON file, or - for standard input', text)
    .option('--json', 'print the result as one line of JSON: lineas, aceptadas, rechazadas')
    .action(
      withExitCode(context, async (file, options) => {
        const input = await openInput(file, context.io);
        using stopping = listenForStop();
        const { makeIngest } = await import('../../../ingest/ingest.ts');
        // Awaited here, because `stopping` is disposed when this function returns.
        return await withStore(context, (deps) => {
          let cause: unknown = null;
          const failed: IngestObserver['failed'] = (_restaurant, _commands, error) => {
            cause ??= error;
          };
          const { run } = makeIngest({ ...deps, observer: { answered: () => {}, failed } });
          return load({ run, cause: () => cause }, input, stopping, options.json, context);
        });
      }),
    );

interface Loader {
  run: Ingest['run'];
  /** Why the database did not take a line. */
  cause(): unknown;
}

interface Input {
  stream: Readable;
  totalBytes: number | null;
  name: string;
}

const openInput = async (file: string, io: Io): Promise<Input> => {
  if (file === '-') return { stream: io.stdin, totalBytes: null, name: 'standard input' };
  try {
    const handle = await open(file);
    const info = await handle.stat();
    if (info.isDirectory()) {
      await handle.close();
      throw new Error('it is a folder');
    }
    return {
      stream: handle.createReadStream(),
      totalBytes: info.isFile() ? info.size : null,
      name: file,
    };
  } catch (error) {
    throw new Failure(`cannot read ${quote(file)}: ${fileProblem(error)}`, { cause: error });
  }
};

const load = async (
  { run, cause }: Loader,
  { stream, totalBytes, name }: Input,
  stopping: Stopping,
  json: boolean | undefined,
  { io, clock }: Context,
): Promise<number> => {
  const total = totalBytes === null ? null : { bytes: totalBytes };
  const outage = new AbortController();
  const source = wholeLines(stream, AbortSignal.any([stopping.signal, outage.signal]));
  const progress = makeProgress({ io, clock, noun: 'line', total });
  const report = makeImportReport((line) => progress.say(line));
  try {
    for await (const answers of run(source.chunks)) {
      report.take(answers);
      // The database would refuse every further line too, and nobody could tell which of thousands were refused.
      if (report.notTaken() !== null) outage.abort();
      progress.update(report.lines(), source.bytesRead());
    }
  } catch (error) {
    io.err(report.finish(progress.finish()));
    throw new Failure(`stopped after line ${report.lastLine()} of ${name}: ${fileProblem(error)}`, {
      cause: error,
    });
  }
  printOutcome(io, json, report.counts(), report.finish(progress.finish()));
  const goOnAt = (line: number): string =>
    totalBytes === null ? '' : ` To go on: tail -n +${line} ${shellWord(name)} | comanda import -`;
  const notTaken = report.notTaken();
  if (notTaken !== null) {
    const why = describeError(cause()).line;
    io.err(`Stopped at line ${notTaken} of ${name}: ${why}.${goOnAt(notTaken)}`);
    return EXIT.failed;
  }
  const received = stopping.received();
  if (received !== null) {
    const line = report.lastLine();
    io.err(`Stopped after line ${line} of ${name}.${goOnAt(line + 1)}`);
    return exitCodeOf(received);
  }
  return report.refused() > 0 ? EXIT.failed : EXIT.ok;
};
