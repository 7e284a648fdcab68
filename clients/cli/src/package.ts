import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Walks up the folders: package.json is nearer to the sources than to the files built from them. */
const findPackage = (folder: string): string => {
  const file = join(folder, 'package.json');
  return existsSync(file) ? file : findPackage(dirname(folder));
};

export const readPackage = (): { version: string; peerDependencies: Record<string, string> } =>
  JSON.parse(readFileSync(findPackage(import.meta.dirname), 'utf8'));
