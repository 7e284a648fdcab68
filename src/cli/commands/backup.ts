import { access, constants, link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import {
  EXIT,
  exitCodeOf,
  Failure,
  listenForStop,
  makeCommand,
  text,
  withExitCode,
} from '@comanda/command-line';
import { codeOf, fileProblem } from '../../platform/error-codes.ts';
import { StorageUnusableError } from '../../storage/port/errors.ts';
import type { Context } from '../command.ts';
import { describeError } from '../errors.ts';
import { record } from '../record.ts';
import { refuseMissing, withExistingStore } from '../store.ts';
import { printOutcome } from '../terminal/print.ts';

export const backup = (context: Context) =>
  makeCommand('backup', 'write a consistent backup to a new file, while the service runs', {
    notes: [
      'SQLite: it is a database file. To restore it, copy it to DATA_DIR/comanda.db while nothing runs.',
      'PostgreSQL: it is an archive for pg_restore, made by pg_dump, which must be installed.',
    ],
    examples: ['comanda backup comanda-2027-01-31.db'],
  })
    .argument('<FILE>', 'the file to create; an existing file is never overwritten', text)
    .option('--json', 'print one line of JSON: archivo')
    .action(
      withExitCode(context, async (file, options) => {
        await checkTarget(file);
        await refuseMissing(context.config());
        using stopping = listenForStop();
        try {
          await writeBackup(file, context, stopping.signal);
        } catch (error) {
          const received = stopping.received();
          if (received === null) throw error;
          context.io.err('Stopped: no backup was written.');
          return exitCodeOf(received);
        }
        const archivo = resolve(file);
        await note(context, { archivo });
        printOutcome(context.io, options.json, { archivo }, `Wrote ${archivo}.`);
        return EXIT.ok;
      }),
    );

/** An older schema is left as it is, without an entry. A copy that is made is good, whatever becomes of its entry. */
const note = async (context: Context, detalle: Record<string, unknown>): Promise<void> => {
  const { examineStore } = await import('../../storage/open.ts');
  try {
    if (!(await examineStore(context.config(), context.clock.now)).isCurrent) return;
    await withExistingStore(context, (deps) => record(deps, context, 'copia.hecha', detalle));
  } catch (error) {
    context.io.err(`This is not in the audit: ${describeError(error).line}`);
  }
};

/** Writes under another name until the copy is complete, so that half a copy never looks like a backup. */
const writeBackup = async (file: string, context: Context, signal: AbortSignal): Promise<void> => {
  // Loaded on use, as `withStore` does.
  const { backupStore } = await import('../../storage/open.ts');
  const partial = `${file}.${context.randomBytes(4).toHex()}.partial`;
  try {
    await backupStore(context.config(), partial, signal);
    const handle = await open(partial, 'r+');
    try {
      await handle.chmod(0o600);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await giveName(partial, file);
  } catch (error) {
    if (error instanceof StorageUnusableError) throw error;
    if (codeOf(error) === 'EEXIST') throw taken(file);
    throw new Failure(`cannot write ${file}: ${fileProblem(error)}`, { cause: error });
  } finally {
    await rm(partial, { force: true });
  }
};

/** Unlike `rename` alone, neither way replaces a file that somebody made while the copy ran. */
const giveName = async (partial: string, file: string): Promise<void> => {
  try {
    await link(partial, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    // Some file systems have no links: there, an empty file takes the name first.
    await (await open(file, 'wx')).close();
    await rename(partial, file);
  }
};

const taken = (file: string): Failure => new Failure(`${file} exists already; it was not changed`);

const checkTarget = async (file: string): Promise<void> => {
  try {
    await access(dirname(resolve(file)), constants.W_OK);
  } catch (error) {
    throw new Failure(`cannot write ${file}: ${fileProblem(error)}`, { cause: error });
  }
  // `lstat`, because a dangling link takes the name too.
  const isTaken = await lstat(file).then(
    () => true,
    () => false,
  );
  if (isTaken) throw taken(file);
};
