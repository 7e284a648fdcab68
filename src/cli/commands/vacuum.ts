import { flag } from '../../command-line/command.ts';
import { defineCommand } from '../command.ts';
import { describeData, withStore } from '../store.ts';

export const vacuum = defineCommand({
  name: 'vacuum',
  summary: 'write the database anew, without the remains of what was deleted or forgotten',
  notes: [
    'Databases mark what is deleted as free, and its bytes stay in the file until others take their place.',
    'Run it at a quiet hour: the service waits meanwhile, and the disk must have room for a second copy.',
    'SQLite: so must the folder of temporary files, which is TMPDIR, or else /var/tmp.',
    'PostgreSQL: VACUUM FULL of the tables that hold data of customers. Its own log (WAL) is not touched.',
  ],
  options: { json: flag('print one line of JSON: datos') },
  examples: ['comanda vacuum'],
  run: ({ options }, context) =>
    withStore(context, async ({ store }) => {
      await store.vacuum();
      const data = describeData(context.config());
      context.io.out(options.json ? JSON.stringify({ datos: data }) : `Written anew: ${data}.`);
    }),
});
