import { makeCommand } from '@comanda/command-line';
import type { Context } from '../command.ts';
import { describeData, withStore } from '../store.ts';
import { printOutcome } from '../terminal/print.ts';

export const migrate = (context: Context) =>
  makeCommand('migrate', 'bring the schema of the database up to date, or create it', {
    notes: [
      'On the coordinator of a Citus cluster it also distributes every table that is not distributed yet, and says so.',
      '"serve" and every command except "backup" migrate first too; this one does nothing else.',
    ],
    examples: ['comanda migrate'],
  })
    .option('--json', 'print one line of JSON: datos, distribuido')
    .action((options) => {
      const distribuido: string[] = [];
      return withStore(
        context,
        async ({ store }) => {
          await store.ping();
          const datos = describeData(context.config());
          const lines = [
            ...distribuido.map((done) => `${done}.`),
            `The database is up to date: ${datos}.`,
          ];
          printOutcome(context.io, options.json, { datos, distribuido }, lines.join('\n'));
        },
        (done) => void distribuido.push(...done),
      );
    });
