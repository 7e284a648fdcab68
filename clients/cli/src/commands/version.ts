import { makeCommand } from '@comanda/command-line';
import type { Context } from '../command.ts';
import { readPackage } from '../package.ts';

export const NAME_AND_VERSION = `@comanda/cli ${readPackage().version}`;

export const version = ({ io }: Context) =>
  makeCommand('version', 'print name and version', { examples: ['comanda version'] }).action(
    async () => io.out(NAME_AND_VERSION),
  );
