import manifest from '../../../package.json' with { type: 'json' };
import { flag } from '../../command-line/command.ts';
import { defineCommand } from '../command.ts';

export const NAME_AND_VERSION = `${manifest.name} ${manifest.version}`;

export const version = defineCommand({
  name: 'version',
  summary: 'print name and version',
  options: { json: flag('print one line of JSON: name, version') },
  examples: ['comanda version'],
  run: async ({ options }, { io }) =>
    io.out(
      options.json
        ? JSON.stringify({ name: manifest.name, version: manifest.version })
        : NAME_AND_VERSION,
    ),
});
