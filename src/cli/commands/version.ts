import manifest from '../../../package.json' with { type: 'json' };
import { command } from '../command.ts';
import { EXIT } from '../exit.ts';

export const NAME_AND_VERSION = `${manifest.name} ${manifest.version}`;

export const version = command({
  name: 'version',
  summary: 'print name and version',
  argument: null,
  options: {},
  examples: ['comanda version'],
  run: async (_, __, { io }) => {
    io.out(NAME_AND_VERSION);
    return EXIT.ok;
  },
});
