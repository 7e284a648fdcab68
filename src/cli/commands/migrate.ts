import { flag } from '@comanda/command-line';
import { defineCommand } from '../command.ts';
import { describeData, withStore } from '../store.ts';
import { printOutcome } from '../terminal/print.ts';

export const migrate = defineCommand({
  name: 'migrate',
  summary: 'bring the schema of the database up to date, or create it',
  notes: [
    '"serve" and every command except "backup" migrate first too; this one does nothing else.',
  ],
  options: { json: flag('print one line of JSON: datos') },
  examples: ['comanda migrate'],
  run: ({ options }, context) =>
    withStore(context, async ({ store }) => {
      await store.ping();
      const datos = describeData(context.config());
      printOutcome(context.io, options.json, { datos }, `The database is up to date: ${datos}.`);
    }),
});
