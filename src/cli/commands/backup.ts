import { access, constants, link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import {
  EXIT,
  exitCodeOf,
  Failure,
  listenForStop,
  makeCommand,
  plural,
  text,
  withExitCode,
} from '@comanda/command-line';
import { codeOf, fileProblem } from '../../platform/error-codes.ts';
import type { BackupOptions, Figures } from '../../storage/engines/figures.ts';
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
      '--verify needs pg_restore too, a role that may create a database, and room for it on the server.',
    ],
    examples: [
      'comanda backup comanda-2027-01-31.db',
      'comanda backup --verify comanda-2027-01-31.dump',
    ],
  })
    .argument('<FILE>', 'the file to create; an existing file is never overwritten', text)
    .option(
      '--verify',
      'open the copy (PostgreSQL: restore it) and compare it with what was copied',
    )
    .option('--json', 'print one line of JSON: archivo, verificada, filas')
    .action(
      withExitCode(context, async (file, options) => {
        await checkTarget(file);
        await refuseMissing(context.config());
        using stopping = listenForStop();
        let figures: Figures | null;
        try {
          const given = { signal: stopping.signal, isVerified: options.verify === true };
          figures = await writeBackup(file, context, given);
        } catch (error) {
          const received = stopping.received();
          if (received === null) {
            const motivo = describeError(error).line;
            await note(context, 'copia.fallida', { motivo }).catch(() => undefined);
            throw error;
          }
          context.io.err('Stopped: no backup was written.');
          return exitCodeOf(received);
        }
        const archivo = resolve(file);
        const verificada = figures !== null;
        await note(context, 'copia.hecha', { archivo, verificada }).catch((error: unknown) =>
          // The copy is good, whatever became of its entry.
          context.io.err(`This is not in the audit: ${describeError(error).line}`),
        );
        const filas = figures && Object.fromEntries(figures);
        printOutcome(
          context.io,
          options.json,
          { archivo, verificada, filas },
          describe(archivo, figures),
        );
        return EXIT.ok;
      }),
    );

const describe = (archivo: string, figures: Figures | null): string => {
  if (figures === null) return `Wrote ${archivo}.`;
  const { pedidos = 0, eventos = 0 } = Object.fromEntries(figures);
  const counts = `${plural(pedidos, 'order')}, ${plural(eventos, 'event')}`;
  return `Wrote ${archivo}, and verified it: ${counts}, ${plural(figures.size, 'table')}.`;
};

/** An older schema is left as it is, without an entry. */
const note = async (context: Context, accion: string, detalle: Record<string, unknown>) => {
  const { examineStore } = await import('../../storage/open.ts');
  if (!(await examineStore(context.config(), context.clock.now)).isCurrent) return;
  await withExistingStore(context, (deps) => record(deps, context, accion, detalle));
};

/** Writes under another name until the copy is complete, so that half a copy never looks like a backup. */
const writeBackup = async (
  file: string,
  context: Context,
  options: BackupOptions,
): Promise<Figures | null> => {
  // Loaded on use, as `withStore` does.
  const { backupStore } = await import('../../storage/open.ts');
  const partial = `${file}.${context.randomBytes(4).toHex()}.partial`;
  try {
    const figures = await backupStore(context.config(), partial, options);
    const handle = await open(partial, 'r+');
    try {
      await handle.chmod(0o600);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await giveName(partial, file);
    return figures;
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
