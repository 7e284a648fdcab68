// Makes the package of a folder as others install it: JavaScript and types instead of the sources, the manifest with its
// `publishConfig`, and what it bundles. Prints the paths of the archives.
//
//   npm run -s pack -- clients/typescript clients/cli      # into dist/

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryOf } from './release/origin.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc');
/** Of the server's folder, beside its program. */
const SERVER_FILES = [
  ...['panel/dist', 'docs/site/dist', 'docs/guides', 'docs/figures', 'docs/*.md', 'ops'],
  ...['openapi.json', 'CHANGELOG.md', 'SECURITY.md'],
];
const FOR_DEVELOPMENT = ['private', 'workspaces', 'scripts', 'devDependencies', 'overrides'];

type Versions = Record<string, string>;

interface Manifest {
  name: string;
  version: string;
  bundleDependencies?: string[];
  dependencies?: Versions;
  optionalDependencies?: Versions;
  peerDependencies?: Versions;
  peerDependenciesMeta?: Record<string, object>;
}

/** Writes the archive of the package in `folder` into `destination`, with what `add` puts into it; returns its path. */
export const pack = (
  folder: string,
  destination: string,
  add: (stage: string) => void = () => undefined,
): string => {
  const work = mkdtempSync(join(tmpdir(), 'comanda-pack-'));
  try {
    const stage = join(work, 'package');
    const manifest = writePackage(join(ROOT, folder), stage);
    for (const name of manifest.bundleDependencies ?? []) {
      const source = realpathSync(join(ROOT, 'node_modules', name));
      const target = join(stage, 'node_modules', name);
      const { bundleDependencies: _, ...bundled } = writePackage(source, target);
      writeManifest(target, bundled);
      takeOver(bundled, manifest);
    }
    const repository = repositoryOf(ROOT, folder);
    writeManifest(stage, { ...manifest, ...(repository && { repository }) });
    add(stage);
    const args = ['pack', '--silent', '--pack-destination', resolve(destination)];
    const file = execFileSync('npm', args, { cwd: stage, encoding: 'utf8' }).trim();
    return join(resolve(destination), file);
  } finally {
    rmSync(work, { recursive: true });
  }
};

/**
 * npm installs the dependencies of a bundled package only if the package that bundles it names them. The server runs without
 * those of the integrators' command: an image omits them.
 */
const takeOver = (bundled: Manifest, manifest: Manifest): void => {
  const own = manifest.dependencies ?? {};
  const added = Object.entries(bundled.dependencies ?? {}).filter(
    ([name]) => !name.startsWith('@comanda/') && !(name in own),
  );
  const isOptional = manifest.name === 'comanda' && bundled.name === '@comanda/cli';
  const kind = isOptional ? 'optionalDependencies' : 'dependencies';
  manifest[kind] = { ...manifest[kind], ...Object.fromEntries(added) };
  manifest.dependencies = { ...manifest.dependencies, [bundled.name]: bundled.version };
  const { peerDependencies, peerDependenciesMeta } = bundled;
  if (peerDependencies) Object.assign(manifest, { peerDependencies, peerDependenciesMeta });
};

export const writePackage = (source: string, target: string): Manifest => {
  const { publishConfig, ...own } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const manifest = { ...own, ...publishConfig };
  for (const field of FOR_DEVELOPMENT) delete manifest[field];
  mkdirSync(target, { recursive: true });
  if (resolve(source) === resolve(ROOT)) writeServer(target);
  else writeProgram(source, target, JSON.stringify(manifest.exports ?? '').includes('"require"'));
  // After the compiler, which writes the manifests that the program imports.
  writeManifest(target, manifest);
  copyFileSync(join(ROOT, 'LICENSE'), join(target, 'LICENSE'));
  writeReadme(source, target);
  return manifest;
};

const writeManifest = (folder: string, manifest: object): void =>
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

const compile = (project: string, target: string, ...options: string[]): void => {
  const emit = ['--noEmit', 'false', '--rewriteRelativeImportExtensions', '--sourceMap'];
  const args = ['-p', project, ...emit, '--inlineSources', '--outDir', target, ...options];
  execFileSync(process.execPath, [COMPILER, ...args]);
};

const writeProgram = (source: string, target: string, alsoCommonJs: boolean): void => {
  const root = ['--rootDir', join(source, 'src')];
  compile(source, join(target, 'dist'), ...root);
  if (alsoCommonJs) {
    const folder = join(target, 'dist/commonjs');
    const format = ['--module', 'commonjs', '--moduleResolution', 'bundler'];
    compile(source, folder, ...root, ...format, '--verbatimModuleSyntax', 'false');
    writeManifest(folder, { type: 'commonjs' });
  }
  for (const file of globSync('dist/**/*.d.ts', { cwd: target })) {
    const path = join(target, file);
    // The compiler rewrites the imports of programs only.
    const text = readFileSync(path, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'");
    writeFileSync(path, text);
  }
};

/** The same folders as in a checkout, so that the program finds its files. */
const writeServer = (target: string): void => {
  compile(join(ROOT, 'bin'), target);
  rmSync(join(target, 'clients'), { recursive: true, force: true });
  const migrations = globSync('src/storage/engines/*/migrations', { cwd: ROOT });
  for (const path of [...globSync(SERVER_FILES, { cwd: ROOT }), ...migrations]) {
    cpSync(join(ROOT, path), join(target, path), { recursive: true });
  }
};

/** The page of the package, in which links to files that it does not have are plain words. */
export const writeReadme = (source: string, target: string): void => {
  const file = join(source, 'README.md');
  if (!existsSync(file)) return;
  const text = readFileSync(file, 'utf8').replaceAll(
    /!?\[([^\]]*)\]\((?!https?:|#)([^)#]+)[^)]*\)/g,
    (link: string, label: string, path: string) =>
      existsSync(join(target, path)) && !path.startsWith('..') ? link : label,
  );
  writeFileSync(join(target, 'README.md'), text);
};

if (import.meta.main) {
  const destination = join(ROOT, 'dist');
  mkdirSync(destination, { recursive: true });
  for (const folder of process.argv.slice(2)) {
    process.stdout.write(`${pack(folder, destination)}\n`);
  }
}
