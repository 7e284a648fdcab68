import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeCommand } from '@comanda/command-line';
import type { Context } from '../command.ts';

/** Walks up the folders: package.json is nearer to the sources than to the files built from them. */
const findPackage = (folder: string): string => {
  const file = join(folder, 'package.json');
  return existsSync(file) ? file : findPackage(dirname(folder));
};

export const readVersion = (): string => {
  const file = findPackage(dirname(import.meta.dirname));
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
};

export const NAME_AND_VERSION = `@comanda/cli ${readVersion()}`;

export const version = ({ io }: Context) =>
  makeCommand('version', 'print name and version', { examples: ['comanda version'] }).action(
    async () => io.out(`@comanda/cli ${readVersion()}`),
  );
