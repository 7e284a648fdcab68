import { makeCommand } from '@comanda/command-line';
import type { Context } from '../command.ts';
import { describeData, withStore } from '../store.ts';
import { printOutcome } from '../terminal/print.ts';

export const migrate = (context: Context) =>
  makeCommand('migrate', 'bring the schema of the database up to date, or create it', {
    notes: [
      '"serve" and every command except "backup" migrate first too; this one does nothing else.',
    ],
    examples: ['comanda migrate'],
  })
    .option('--json', 'print one line of JSON: datos')
    .action((options) =>
      withStore(context, async ({ store }) => {
        await store.ping();
        const datos = describeData(context.config());
        printOutcome(context.io, options.json, { datos }, `The database is up to date: ${datos}.`);
      }),
    );
