import { defineCommand } from '../command.ts';
import { describeData, withStore } from '../store.ts';

export const migrate = defineCommand({
  name: 'migrate',
  summary: 'bring the database up to date, making it if there is none',
  notes: ['"serve" and every other command do the same by themselves; this does nothing else.'],
  examples: ['comanda migrate'],
  run: (_, context) =>
    withStore(context, async ({ store }) => {
      await store.ping();
      context.io.out(`The database is up to date: ${describeData(context.config())}.`);
    }),
});
