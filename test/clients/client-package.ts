import { readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, join } from 'node:path';
import { writePackage } from '../../scripts/pack.ts';
import { makeFolder } from '../support/machine/folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** `PYTHONPATH` for Python programs that import the client. */
export const PYTHON_PATH = join(ROOT, 'clients/python/src');

/** A folder with the TypeScript client installed, as its users have it. */
const installClient = (): string => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writePackage(join(ROOT, 'clients/typescript'), join(folder, 'node_modules/@comanda/client'));
  return folder;
};

let folder: string | null = null;

/** Copies a program beside the installed client; as JavaScript for a Node that cannot strip types. */
export const besideClient = (file: string, { asJavaScript = false } = {}): string => {
  folder ??= installClient();
  const copy = join(folder, asJavaScript ? `${basename(file, '.ts')}.mjs` : basename(file));
  const text = readFileSync(file, 'utf8');
  writeFileSync(copy, asJavaScript ? stripTypeScriptTypes(text) : text);
  return copy;
};
