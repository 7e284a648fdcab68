import { defineCommand } from '../command.ts';
import { describeData, withStore } from '../store.ts';

export const vacuum = defineCommand({
  name: 'vacuum',
  summary: 'write the database anew, without the remains of what was deleted or forgotten',
  notes: [
    'Databases mark what is deleted as free, and its bytes stay in the file until others take their place.',
    'Run it at a quiet hour: the service waits meanwhile, and the disk must have room for a second copy.',
    'PostgreSQL: VACUUM FULL of the tables that hold data of customers. Its own log (WAL) is not touched.',
  ],
  examples: ['comanda vacuum'],
  run: (_, context) =>
    withStore(context, async ({ store }) => {
      await store.vacuum();
      context.io.out(`Written anew: ${describeData(context.config())}.`);
    }),
});
