import manifest from '../../../package.json' with { type: 'json' };
import { defineCommand } from '../command.ts';

export const NAME_AND_VERSION = `${manifest.name} ${manifest.version}`;

export const version = defineCommand({
  name: 'version',
  summary: 'print name and version',
  examples: ['comanda version'],
  run: async (_, { io }) => io.out(NAME_AND_VERSION),
});
