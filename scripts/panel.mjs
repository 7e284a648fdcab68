// Builds the panel into panel/dist when its sources changed: `npm start` and `npm test` run this first,
// a deployment runs it once as `npm run build`. A digest of a build's sources, kept beside the
// result, shows whether anything changed; when nothing did, this takes milliseconds. Plain
// JavaScript on Node's own modules, because the Node that runs it may be an old one.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outcomeOf } from './child-outcome.mjs';
import { oneAtATime } from './one-at-a-time.mjs';

const NODE_MAJOR_MIN = 26;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const panel = join(root, 'panel');
const result = join(panel, 'dist');
const stampPath = join(result, '.stamp');
const lockPath = join(root, '.panel.lock');

await main();

async function main() {
  const stamp = stampOfSources();
  if (isBuilt(stamp)) return;
  await oneAtATime(lockPath, {
    async work() {
      if (!isBuilt(stamp)) await build(stamp);
    },
    onRefused() {
      process.stderr.write(
        'comanda: the panel is not built and this folder cannot be written; run `npm run build` as its owner.\n',
      );
      process.exit(1);
    },
  });
}

/** A digest of every source of the panel and of the versions of everything that builds it. */
function stampOfSources() {
  const digest = createHash('sha256');
  const builders = [join(root, 'package-lock.json'), fileURLToPath(import.meta.url)];
  for (const file of [...sources(panel), ...builders]) {
    digest
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return digest.digest('hex');
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sources(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules' && !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sources(path) : [path];
    });
}

/** @param {string} stamp */
function isBuilt(stamp) {
  try {
    return readFileSync(stampPath, 'utf8') === stamp;
  } catch {
    return false;
  }
}

/**
 * Builds into a temporary folder, and puts it in place when it is complete.
 * @param {string} stamp
 */
async function build(stamp) {
  const started = Date.now();
  const fresh = join(panel, `dist.${process.pid}`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', panel, '--outDir', fresh, '--logLevel', 'warn'];
  const child = spawn(node(), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const { code, output } = await outcomeOf(child);
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    process.stderr.write(output);
    process.stderr.write(`comanda: the panel could not be built (vite, ${code}).\n`);
    process.exit(1);
  }
  writeFileSync(join(fresh, '.stamp'), stamp);
  const old = join(panel, `dist.${process.pid}.old`);
  if (existsSync(result)) renameSync(result, old);
  renameSync(fresh, result);
  rmSync(old, { recursive: true, force: true });
  process.stderr.write(
    `comanda: built the panel in ${((Date.now() - started) / 1000).toFixed(1)} s\n`,
  );
}

/** The Node that the project brings, if the one that runs us is too old. */
function node() {
  const own = join(root, 'node_modules', '.bin', 'node');
  const isNew = Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN;
  return isNew || !existsSync(own) ? process.execPath : own;
}
