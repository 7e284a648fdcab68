import { flag } from '../../command-line/command.ts';
import { defineCommand } from '../command.ts';
import { describeData, withStore } from '../store.ts';

export const migrate = defineCommand({
  name: 'migrate',
  summary: 'bring the database up to date, making it if there is none',
  notes: [
    '"serve" and every command but "backup" do the same by themselves; this does nothing else.',
  ],
  options: { json: flag('print one line of JSON: datos') },
  examples: ['comanda migrate'],
  run: ({ options }, context) =>
    withStore(context, async ({ store }) => {
      await store.ping();
      const data = describeData(context.config());
      context.io.out(
        options.json ? JSON.stringify({ datos: data }) : `The database is up to date: ${data}.`,
      );
    }),
});
