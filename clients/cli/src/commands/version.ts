import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineCommand } from '../command.ts';

/** Walks up the folders: package.json is nearer to the sources than to the files built from them. */
const findPackage = (folder: string): string => {
  const file = join(folder, 'package.json');
  return existsSync(file) ? file : findPackage(dirname(folder));
};

export const readVersion = (): string => {
  const file = findPackage(dirname(import.meta.dirname));
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
};

export const version = defineCommand({
  name: 'version',
  summary: 'print name and version',
  examples: ['comanda version'],
  run: async (_, { io }) => io.out(`@comanda/cli ${readVersion()}`),
});
