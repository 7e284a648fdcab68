import { makeCommand } from '@comanda/command-line';
import type { Context } from '../command.ts';
import { record } from '../record.ts';
import { describeData, withStore } from '../store.ts';
import { printOutcome } from '../terminal/print.ts';

export const vacuum = (context: Context) =>
  makeCommand('vacuum', 'rewrite the database without the remains of deleted and forgotten data', {
    notes: [
      'Without it, deleted data stays in the file, marked as free, until other data overwrites it.',
      'Run it at a quiet hour: the service waits meanwhile. The disk must have room for a second copy.',
      'SQLite: the folder of temporary files (TMPDIR, or else /var/tmp) must have that room too.',
      'PostgreSQL: it runs VACUUM FULL on the tables with customer data. It does not touch the WAL.',
    ],
    examples: ['comanda vacuum'],
  })
    .option('--json', 'print one line of JSON: datos')
    .action((options) =>
      withStore(context, async (deps) => {
        await deps.store.vacuum();
        await record(deps, context, 'base.compactada');
        const datos = describeData(context.config());
        printOutcome(context.io, options.json, { datos }, `Rewrote the database: ${datos}.`);
      }),
    );
