// Builds the files that the service serves, the panel and the documentation, when their sources changed: `npm start` and
// `npm test` run this first, a deployment runs it once as `npm run build`. A digest of a part's sources, kept beside its
// result, shows whether anything changed; when nothing did, this takes milliseconds. Plain JavaScript on Node's own
// modules, because the Node that runs it may be an old one.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { outcomeOf } from './child-outcome.mjs';
import { oneAtATime } from './one-at-a-time.mjs';

const NODE_MAJOR_MIN = 26;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockPath = join(root, '.build.lock');

/**
 * The result of a part is the folder `dist` in its own. `program` gets the folder to write as its last argument.
 * @typedef {{ name: string, folder: string, sources: string[], program: string[] }} Part
 * @type {Part[]}
 */
const PARTS = [
  {
    name: 'panel',
    folder: 'panel',
    sources: ['panel'],
    program: [
      ...['node_modules/vite/bin/vite.js', 'build', 'panel', '--logLevel', 'warn'],
      '--outDir',
    ],
  },
  {
    name: 'documentation',
    folder: 'docs/site',
    sources: [
      ...['docs/site', 'docs/guides', 'CHANGELOG.md', 'src/contract'],
      ...['panel/src/theme', 'panel/public'],
    ],
    program: ['docs/site/build.ts'],
  },
];
/** Part of every digest: the versions of all that builds, and this file. */
const BUILDERS = ['package-lock.json', 'scripts/build.mjs'];

await main();

async function main() {
  const outdated = () => PARTS.filter((part) => !isBuilt(part, stampOf(part)));
  if (outdated().length === 0) return;
  await oneAtATime(lockPath, {
    async work() {
      const results = await Promise.all(outdated().map(build));
      if (results.includes(false)) process.exit(1);
    },
    onRefused() {
      process.stderr.write(
        'comanda: the panel and the documentation are not built and this folder cannot be written; run `npm run build` as its owner.\n',
      );
      process.exit(1);
    },
  });
}

/** @param {Part} part */
function stampOf({ sources }) {
  const digest = createHash('sha256');
  for (const file of [...sources, ...BUILDERS].flatMap((path) => filesOf(join(root, path)))) {
    digest
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return digest.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !/^(?:dist|node_modules|\.)/.test(name))
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
}

/**
 * @param {Part} part
 * @param {string} stamp
 */
function isBuilt({ folder }, stamp) {
  try {
    return readFileSync(join(root, folder, 'dist', '.stamp'), 'utf8') === stamp;
  } catch {
    return false;
  }
}

/**
 * Builds into a temporary folder, and puts it in place when it is complete.
 * @param {Part} part
 */
async function build(part) {
  const started = Date.now();
  const stamp = stampOf(part);
  const result = join(root, part.folder, 'dist');
  const fresh = `${result}.${process.pid}`;
  const child = spawn(node(), [...part.program, fresh], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, output } = await outcomeOf(child);
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    process.stderr.write(output);
    process.stderr.write(`comanda: the ${part.name} could not be built (${code}).\n`);
    return false;
  }
  compressAll(join(fresh, 'assets'));
  writeFileSync(join(fresh, '.stamp'), stamp);
  const old = `${fresh}.old`;
  if (existsSync(result)) renameSync(result, old);
  renameSync(fresh, result);
  rmSync(old, { recursive: true, force: true });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stderr.write(`comanda: built the ${part.name} in ${seconds} s\n`);
  return true;
}

/**
 * Compresses the files of a folder, so that no request has to. The best quality of Brotli takes seconds, and saves a twentieth.
 * @param {string} folder
 */
function compressAll(folder) {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, brotli));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes));
  }
}

/** The Node that the project brings, if the one that runs us is too old. */
function node() {
  const own = join(root, 'node_modules', '.bin', 'node');
  const isNew = Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN;
  return isNew || !existsSync(own) ? process.execPath : own;
}
