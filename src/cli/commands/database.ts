import { access, constants, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileProblem } from '../../admin/file-problem.ts';
import { toHex } from '../../admin/secrets.ts';
import { StorageUnusableError } from '../../storage/port/errors.ts';
import type { Store } from '../../storage/port/store.ts';
import { type Context, command } from '../command.ts';
import { EXIT, Failure } from '../exit.ts';
import { path } from '../read.ts';
import { describeData, withStore } from '../store.ts';

export const migrate = command({
  name: 'migrate',
  summary: 'bring the database up to date, making it if there is none',
  argument: null,
  options: {},
  notes: ['"serve" and every other command do the same by themselves; this does nothing else.'],
  examples: ['comanda migrate'],
  run: (_, __, context) =>
    withStore(context, async (store) => {
      await store.ping();
      context.io.out(`The database is up to date: ${describeData(context.config())}.`);
      return EXIT.ok;
    }),
});

export const backup = command({
  name: 'backup',
  summary: 'write a consistent copy of the database to a new file, while the service runs',
  argument: {
    name: 'FILE',
    help: 'the file to make; one that exists is never overwritten',
    read: path,
  },
  options: {},
  notes: [
    'SQLite: a database file, to be put back as DATA_DIR/comanda.db while nothing runs.',
    'PostgreSQL: an archive made by pg_dump, which must be installed, for pg_restore to read.',
  ],
  examples: ['comanda backup comanda-2027-01-31.db'],
  run: async (_, file, context) => {
    await checkTarget(file);
    await withStore(context, (store) => writeBackup(store, file, context));
    context.io.out(`Wrote ${resolve(file)}.`);
    return EXIT.ok;
  },
});

/** Under another name until it is whole, so that nobody mistakes half a copy for a backup. */
const writeBackup = async (store: Store, file: string, context: Context): Promise<void> => {
  const partial = `${file}.${toHex(context.randomBytes(4))}.partial`;
  try {
    await store.backup(partial);
    const handle = await open(partial, 'r+');
    await handle.chmod(0o600);
    await handle.sync();
    await handle.close();
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    if (error instanceof StorageUnusableError) throw error;
    throw new Failure(`cannot write ${file}: ${fileProblem(error)}`, { cause: error });
  }
};

const checkTarget = async (file: string): Promise<void> => {
  try {
    await access(dirname(resolve(file)), constants.W_OK);
  } catch (error) {
    throw new Failure(`cannot write ${file}: ${fileProblem(error)}`, { cause: error });
  }
  // Any kind of thing under that name, be it a link that leads nowhere.
  const isTaken = await lstat(file).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new Failure(`${file} exists already; it was left as it is`);
};
