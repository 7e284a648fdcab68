// Makes the package of a folder as others install it: JavaScript and types instead of the sources, the manifest with its
// `publishConfig`, and what it bundles. Prints the paths of the archives.
//
//   npm run -s pack -- clients/typescript clients/cli      # into dist/

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc');

interface Manifest {
  name: string;
  publishConfig?: object;
  devDependencies?: object;
  bundleDependencies?: string[];
}

/** Writes the archive of the package in `folder` into `destination`; returns its path. */
export const pack = (folder: string, destination: string): string => {
  const work = mkdtempSync(join(tmpdir(), 'comanda-pack-'));
  try {
    const stage = join(work, 'package');
    const { bundleDependencies = [] } = writePackage(join(ROOT, folder), stage);
    for (const name of bundleDependencies) {
      const source = realpathSync(join(ROOT, 'node_modules', name));
      writePackage(source, join(stage, 'node_modules', name));
    }
    const args = ['pack', '--silent', '--pack-destination', resolve(destination)];
    const file = execFileSync('npm', args, { cwd: stage, encoding: 'utf8' }).trim();
    return join(resolve(destination), file);
  } finally {
    rmSync(work, { recursive: true });
  }
};

export const writePackage = (source: string, target: string): Manifest => {
  const manifest: Manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const { publishConfig, devDependencies: _, ...rest } = manifest;
  mkdirSync(target, { recursive: true });
  const published = { ...rest, ...publishConfig };
  writeFileSync(join(target, 'package.json'), JSON.stringify(published, null, 2));
  const emit = ['--noEmit', 'false', '--rewriteRelativeImportExtensions'];
  const places = ['--rootDir', join(source, 'src'), '--outDir', join(target, 'dist')];
  execFileSync(process.execPath, [COMPILER, '-p', source, ...emit, ...places]);
  for (const file of [join(source, 'README.md'), join(ROOT, 'LICENSE')]) {
    if (existsSync(file)) copyFileSync(file, join(target, basename(file)));
  }
  return manifest;
};

if (import.meta.main) {
  const destination = join(ROOT, 'dist');
  mkdirSync(destination, { recursive: true });
  for (const folder of process.argv.slice(2)) {
    process.stdout.write(`${pack(folder, destination)}\n`);
  }
}
