import { makeCommand } from '@comanda/command-line';
import manifest from '../../../package.json' with { type: 'json' };
import type { Context } from '../command.ts';
import { printOutcome } from '../terminal/print.ts';

const { name, version: number } = manifest;
export const NAME_AND_VERSION = `${name} ${number}`;

export const version = ({ io }: Context) =>
  makeCommand('version', 'print name and version', { examples: ['comanda version'] })
    .option('--json', 'print one line of JSON: name, version')
    .action(async (options) =>
      printOutcome(io, options.json, { name, version: number }, NAME_AND_VERSION),
    );
