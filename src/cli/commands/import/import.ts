import { open } from 'node:fs/promises';
import { basename } from 'node:path';
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
import { record } from '../../record.ts';
import { withStore } from '../../store.ts';
import { printOutcome } from '../../terminal/print.ts';
import { shellWord } from '../../terminal/text.ts';
import { makeRefusedFile } from './refused-file.ts';
import { keepLines, refusedLine } from './refused-lines.ts';
import { makeImportReport } from './report.ts';
import { wholeLines } from './whole-lines.ts';

export const importCommand = (context: Context) =>
  makeCommand('import', 'load commands from a file, one JSON object a line', {
    notes: [
      'Refused lines are reported on stderr and do not affect the others; the exit code is then 1. With their code and reason',
      'they go to FILE.refused.ndjson: edit them there and import that file. Orders that are there already are no fault.',
      'Ctrl-C stops between two lines, once those in flight are stored, and prints how far it got.',
      'If the database stops accepting lines, the import stops too. Some later lines may be stored by then;',
      'when you import them again, a line with an id or a clave is not stored twice.',
    ],
    examples: ['comanda import orders.ndjson', 'zcat orders.ndjson.gz | comanda import -'],
  })
    .argument('<FILE|->', 'NDJSON file, or - for standard input', text)
    .option(
      '--refused <FILE>',
      'file for refused lines (default FILE.refused.ndjson; none for -)',
      text,
    )
    .option(
      '--json',
      'print the result as one line of JSON: lineas, aceptadas, rechazadas, repetidas, codigos, archivo_rechazadas',
    )
    .action(
      withExitCode(context, async (file, options) => {
        const input = await openInput(file, context.io);
        using stopping = listenForStop();
        const { makeIngest } = await import('../../../ingest/ingest.ts');
        // Awaited here, because `stopping` is disposed when this function returns.
        return await withStore(context, async (deps) => {
          let cause: unknown = null;
          const failed: IngestObserver['failed'] = (_restaurant, _commands, error) => {
            cause ??= error;
          };
          const { run } = makeIngest({ ...deps, observer: { answered: () => {}, failed } });
          const refused = options.refused ?? (file === '-' ? null : `${file}.refused.ndjson`);
          const note = (accion: string, detalle: object) =>
            record(deps, context, accion, { fichero: basename(input.name), ...detalle });
          await note('importacion.empezada', {});
          const target = { refused: makeRefusedFile(refused), json: options.json, note };
          return load({ run, cause: () => cause }, input, stopping, target, context);
        });
      }),
    );

interface Loader {
  run: Ingest['run'];
  /** Why the database did not take a line. */
  cause(): unknown;
}

interface Target {
  refused: ReturnType<typeof makeRefusedFile>;
  json: boolean | undefined;
  /** Adds an entry to the audit. */
  note(accion: string, detalle: object): Promise<void>;
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
  { refused, json, note }: Target,
  { io, clock }: Context,
): Promise<number> => {
  const total = totalBytes === null ? null : { bytes: totalBytes };
  const outage = new AbortController();
  const source = wholeLines(stream, AbortSignal.any([stopping.signal, outage.signal]));
  const progress = makeProgress({ io, clock, noun: 'line', total });
  const kept = keepLines(source.chunks);
  let toRepair = '';
  const report = makeImportReport({
    say: (line) => progress.say(line),
    refused(refusal) {
      toRepair += refusedLine(kept.get(refusal.linea), refusal);
    },
  });
  try {
    for await (const answers of run(kept.lines)) {
      report.take(answers);
      kept.forgetUntil(report.lastLine());
      refused.write(toRepair);
      toRepair = '';
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
  const repairable = refused.close();
  const counts = { ...report.counts(), archivo_rechazadas: repairable };
  await note('importacion.terminada', report.counts()).catch((error: unknown) =>
    io.err(`This is not in the audit: ${describeError(error).line}`),
  );
  printOutcome(io, json, counts, report.finish(progress.finish()));
  if (repairable !== null) {
    const again = `comanda import ${shellWord(repairable)}`;
    io.err(`The refused lines are in ${repairable}. To try again: edit them, then ${again}`);
  }
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
