import { flag } from '@comanda/command-line';
import manifest from '../../../package.json' with { type: 'json' };
import { defineCommand } from '../command.ts';
import { printOutcome } from '../terminal/print.ts';

const { name, version: number } = manifest;
export const NAME_AND_VERSION = `${name} ${number}`;

export const version = defineCommand({
  name: 'version',
  summary: 'print name and version',
  options: { json: flag('print one line of JSON: name, version') },
  examples: ['comanda version'],
  run: async ({ options }, { io }) =>
    printOutcome(io, options.json, { name, version: number }, NAME_AND_VERSION),
});
