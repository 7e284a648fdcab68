// Runs before every npm script: installs what is missing, then makes sure that Node 26 will be found.
// It has to run on the host's own Node 20 with nothing installed, so it is plain JavaScript without
// packages. When nothing is missing it reads two files and is done in milliseconds.
//
//   node scripts/prepare.mjs            everything, as tests and checks need it
//   node scripts/prepare.mjs --runtime  only what the service needs, so that a deployment made with
//                                       `npm ci --omit=dev` is left as it is
//   node scripts/prepare.mjs --folder F only what the lockfile of another folder asks for
//
// It speaks on stderr alone: the stdout of `npm run -s comanda -- … --json` belongs to the command.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outcomeOf } from './child-outcome.mjs';
import { oneAtATime } from './one-at-a-time.mjs';

const NODE_MAJOR_MIN = 26;
const OUTPUT_TAIL_CHARS = 8_000;
const PROGRESS_MS = 250;
const PROGRESS_LINE_MS = 10_000;

const folderAt = process.argv.indexOf('--folder') + 1;
const root =
  folderAt > 0
    ? resolve(process.argv[folderAt] ?? '')
    : dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const lockPath = join(root, '.prepare.lock');
const runtimeOnly = process.argv.includes('--runtime');

/** @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, bin?: Record<string, string>, os?: string | string[], cpu?: string | string[], libc?: string | string[] }} Entry */

await main();

async function main() {
  if (missing().length > 0) await installOnce();
  if (folderAt === 0 && !hostNodeIsEnough() && !ownNodeRuns()) {
    fail(
      `Node >= ${NODE_MAJOR_MIN} is needed and this is ${process.version} on ${process.platform} ${process.arch}. ` +
        `The project brings its own on Linux x64 and arm64 with glibc; here, please install Node ${NODE_MAJOR_MIN} or newer.`,
    );
  }
}

/**
 * The packages that package-lock.json asks for and node_modules lacks. Compares the lockfile with npm's own
 * record of what it installed, and that record with the folders that are really there.
 * @returns {string[]}
 */
function missing() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  if (wanted === null)
    fail('package-lock.json is missing or unreadable; restore it from the repository.');
  const installed = readPackages(join(modules, '.package-lock.json')) ?? {};
  return Object.entries(wanted).flatMap(([path, entry]) => {
    if (path === '' || (runtimeOnly && (entry.dev || entry.devOptional))) return [];
    const have = installed[path];
    if (have === undefined) return mayBeAbsent(entry) ? [] : [path];
    const same = have.version === entry.version && have.integrity === entry.integrity;
    return same && isThere(path, entry) ? [] : [path];
  });
}

/**
 * Whether a package's folder and commands are there; a command's link is followed to its file.
 * @param {string} path
 * @param {Entry} entry
 */
function isThere(path, entry) {
  if (!existsSync(join(root, path, 'package.json'))) return false;
  const isTop = path.lastIndexOf('node_modules') === 0;
  const commands = isTop ? Object.keys(entry.bin ?? {}) : [];
  return commands.every((name) => existsSync(join(modules, '.bin', name)));
}

/**
 * @param {string} path
 * @returns {Record<string, Entry> | null}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}

/**
 * Packages for other systems are rightly absent. The libc is not compared: finding out ours takes longer than
 * everything else here, and a package with a libc never comes or goes without its parent.
 * @param {Entry} entry
 */
function mayBeAbsent(entry) {
  if (!entry.optional && !entry.devOptional) return false;
  if (runtimeOnly && hostNodeIsEnough()) return true;
  return (
    entry.libc !== undefined ||
    !allows(entry.os, process.platform) ||
    !allows(entry.cpu, process.arch)
  );
}

/**
 * @param {string | string[] | undefined} rule
 * @param {string} value
 */
function allows(rule, value) {
  if (rule === undefined) return true;
  const list = [rule].flat();
  if (list.includes(`!${value}`)) return false;
  return list.includes(value) || list.includes('any') || list.every((item) => item.startsWith('!'));
}

function hostNodeIsEnough() {
  return Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN;
}

/** The project's own Node may be installed and still not run: the binaries are built for glibc. */
function ownNodeRuns() {
  const run = spawnSync(join(modules, '.bin', 'node'), ['--version'], { encoding: 'utf8' });
  return run.status === 0 && Number.parseInt(run.stdout.slice(1), 10) >= NODE_MAJOR_MIN;
}

/** Two `npm` commands started together must not both rebuild node_modules: the second waits. */
function installOnce() {
  return oneAtATime(lockPath, {
    async work() {
      if (missing().length > 0) await install();
    },
    onWait: () => say('waiting for another install in this folder …'),
    onRefused: (code) =>
      fail(
        `dependencies are missing and this folder cannot be written (${code}); ` +
          'run `npm ci --include=dev` as its owner.',
      ),
  });
}

/**
 * npm is silent for most of a minute. On a terminal one line counts what has been unpacked; elsewhere a line
 * now and then says that it goes on.
 * @param {number} started
 */
function tellProgress(started) {
  const total = Object.keys(readPackages(join(root, 'package-lock.json')) ?? {}).length - 1;
  // A dumb terminal, as in an editor, cannot clear a line.
  const isTerminal = process.stderr.isTTY === true && process.env['TERM'] !== 'dumb';
  const timer = setInterval(
    () => {
      const seconds = Math.round((Date.now() - started) / 1_000);
      const text = `installing: about ${Math.min(countUnpacked(modules), total)} of ${total} packages, ${seconds} s`;
      if (isTerminal) process.stderr.write(`\r${text}\x1b[K`);
      else say(text);
    },
    isTerminal ? PROGRESS_MS : PROGRESS_LINE_MS,
  );
  return () => {
    clearInterval(timer);
    if (isTerminal) process.stderr.write('\r\x1b[K');
  };
}

/** @param {string} folder */
function countUnpacked(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)) : name.startsWith('.') ? [] : [name],
  ).length;
}

async function install() {
  const started = Date.now();
  say(
    `installing dependencies${folderAt > 0 ? ` of ${basename(root)}` : ''} with npm ci (${existsSync(modules) ? 'some are missing or out of date' : 'first run'}) …`,
  );
  const stopTelling = tellProgress(started);
  const { code, output } = await npm([
    'ci',
    '--include=dev',
    '--include=optional',
    // No dependency needs its install script, and some npm versions would run them.
    '--ignore-scripts',
    '--engine-strict=false',
    '--dry-run=false',
    '--global=false',
    '--audit=false',
    '--fund=false',
    '--progress=false',
    '--loglevel=error',
  ]);
  stopTelling();
  if (code !== 0) {
    process.stderr.write(output.slice(-OUTPUT_TAIL_CHARS));
    fail(`installing failed (npm ci, ${code}); its words are above.`);
  }
  const left = missing();
  if (left.length > 0) say(`npm could not install ${left.join(', ')}`);
  say(`installed in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** @param {string[]} args */
function npm(args) {
  // Start the npm that runs us, on the Node that runs it: `node` on our own path may be the very file
  // that npm ci is about to replace.
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  const outer = cli && node && /npm-cli\.c?js$/.test(cli) && existsSync(cli) && existsSync(node);
  const child = spawn(outer ? node : 'npm', outer ? [cli, ...args] : args, {
    cwd: root,
    env: npmEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return outcomeOf(child);
}

/**
 * Keeps the caller's settings for where packages come from (registry, proxy, cache, certificates). Drops
 * those that would change this install: `--omit=dev`, `NODE_ENV=production`, `--workspace`, `--prefix`, …
 * were meant for the outer command.
 */
function npmEnvironment() {
  const kept =
    /^npm_config_(registry|.*proxy|ca|cafile|cache|userconfig|globalconfig|fetch_.*|strict_ssl|prefer_offline|offline|maxsockets|.*registry|\/\/.*)$/i;
  const environment = { ...process.env };
  for (const name of Object.keys(environment)) {
    const isNpm = /^npm_/i.test(name) && !kept.test(name.replaceAll('-', '_'));
    if (isNpm || name === 'NODE_ENV' || name === 'INIT_CWD') {
      delete environment[name];
    }
  }
  environment['PATH'] = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== join(modules, '.bin'))
    .join(delimiter);
  return environment;
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`comanda: ${text}\n`);
}

/**
 * @param {string} text
 * @returns {never}
 */
function fail(text) {
  say(text);
  process.exit(1);
}
