// Installs what is missing, then makes sure that Node 26 will be found. Plain JavaScript without packages, because it has
// to run on the host's own Node 20 with nothing installed. When nothing is missing it reads two files and is done in
// milliseconds. It speaks on stderr alone: the stdout of `npm run -s comanda -- … --json` belongs to the command.

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

const project = dirname(dirname(fileURLToPath(import.meta.url)));

/** The workspaces that the service needs, and those that the commands of integrators need: their databases are large. */
const WORKSPACES = {
  service: ['panel', 'docs/site', 'command-line'],
  integrator: ['panel', 'docs/site', 'command-line', 'clients/typescript', 'clients/cli'],
};

/** @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, bin?: Record<string, string>, os?: string | string[], cpu?: string | string[], libc?: string | string[], dependencies?: Record<string, string>, devDependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Entry */
/** @typedef {{ root: string, need: 'service' | 'integrator' | 'all' }} Place */

/**
 * @param {Place['need']} need
 * @param {string} folder relative to the project, with a package-lock.json of its own
 */
export async function install(need, folder = '.') {
  const place = { root: resolve(project, folder), need };
  if (missing(place).length > 0) await installOnce(place);
  if (place.root === project && !hostNodeIsEnough() && !ownNodeRuns()) {
    fail(
      `Node >= ${NODE_MAJOR_MIN} is needed and this is ${process.version} on ${process.platform} ${process.arch}. ` +
        `The project brings its own on Linux x64 and arm64 with glibc; here, please install Node ${NODE_MAJOR_MIN} or newer.`,
    );
  }
}

/**
 * The packages that are absent although a package.json asks for them, and those whose version is not that of
 * package-lock.json. npm's own record says what it installed; the folders have to be there too.
 * @param {Place} place
 * @returns {string[]}
 */
function missing({ root, need }) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  if (wanted === null)
    fail('package-lock.json is missing or unreadable; restore it from the repository.');
  const installed = readPackages(recordOf(root)) ?? {};
  const absent = directDependencies(wanted, need).filter(
    (path) => !(path in installed) && !mayBeAbsent(wanted[path] ?? {}, need),
  );
  const stale = Object.entries(installed).flatMap(([path, have]) => {
    const entry = wanted[path];
    if (entry === undefined || !path.includes('node_modules/')) return [];
    // A deployment made without development packages is left as it is.
    if (need !== 'all' && (entry.dev || entry.devOptional)) return [];
    const same = have.version === entry.version && have.integrity === entry.integrity;
    return same && isThere(root, path, entry) ? [] : [path];
  });
  return [...absent, ...stale];
}

/**
 * @param {Record<string, Entry>} wanted
 * @param {Place['need']} need
 */
function directDependencies(wanted, need) {
  const all = Object.keys(wanted).filter((path) => !path.includes('node_modules/'));
  const workspaces = need === 'all' ? all : ['', ...WORKSPACES[need]];
  return workspaces.flatMap((workspace) => {
    const { dependencies, devDependencies, optionalDependencies } = wanted[workspace] ?? {};
    const asked = { ...dependencies, ...optionalDependencies };
    return Object.keys(need === 'all' ? { ...asked, ...devDependencies } : asked).map((name) => {
      const own = `${workspace}/node_modules/${name}`;
      return own in wanted ? own : `node_modules/${name}`;
    });
  });
}

/** @param {string} root */
const recordOf = (root) => join(root, 'node_modules', '.package-lock.json');

/**
 * Whether a package's folder and commands are there; a command's link is followed to its file.
 * @param {string} root
 * @param {string} path
 * @param {Entry} entry
 */
function isThere(root, path, entry) {
  if (!existsSync(join(root, path, 'package.json'))) return false;
  const isTop = path.lastIndexOf('node_modules') === 0;
  const commands = isTop ? Object.keys(entry.bin ?? {}) : [];
  return commands.every((name) => existsSync(join(root, 'node_modules', '.bin', name)));
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
 * @param {Place['need']} need
 */
function mayBeAbsent(entry, need) {
  if (!entry.optional && !entry.devOptional) return false;
  if (need !== 'all' && hostNodeIsEnough()) return true;
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
  const run = spawnSync(join(project, 'node_modules', '.bin', 'node'), ['--version'], {
    encoding: 'utf8',
  });
  return run.status === 0 && Number.parseInt(run.stdout.slice(1), 10) >= NODE_MAJOR_MIN;
}

/**
 * Two `npm` commands started together must not both rebuild node_modules: the second waits.
 * @param {Place} place
 */
function installOnce(place) {
  return oneAtATime(join(place.root, '.prepare.lock'), {
    async work() {
      if (missing(place).length > 0) await installNow(place);
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
 * @param {string} root
 * @param {number} started
 */
function tellProgress(root, started) {
  // A dumb terminal, as in an editor, cannot clear a line.
  const isTerminal = process.stderr.isTTY === true && process.env['TERM'] !== 'dumb';
  const timer = setInterval(
    () => {
      const seconds = Math.round((Date.now() - started) / 1_000);
      const text = `installing: about ${countUnpacked(join(root, 'node_modules'))} packages, ${seconds} s`;
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

/** @param {Place} place */
async function installNow(place) {
  const { root } = place;
  const started = Date.now();
  const installed = Object.keys(readPackages(recordOf(root)) ?? {});
  const isFirst = installed.length === 0;
  const what = root === project ? '' : ` of ${basename(root)}`;
  say(
    `installing dependencies${what} with npm (${isFirst ? 'first run' : 'some are missing or out of date'}) …`,
  );
  const stopTelling = tellProgress(root, started);
  const { code, output } = await npm(root, [
    // Adds to what is there: `npm ci` would first take it away, also from a service that runs.
    ...(isFirst ? ['ci'] : ['install', '--no-save']),
    ...choose(place, installed),
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
    fail(`installing failed (npm, ${code}); its words are above.`);
  }
  const left = missing(place);
  if (left.length > 0) say(`npm could not install ${left.join(', ')}`);
  say(`installed in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * The service needs no development packages, but npm would remove those of a checkout that has them.
 * @param {Place} place
 * @param {string[]} installed
 */
function choose({ root, need }, installed) {
  const wanted = readPackages(join(root, 'package-lock.json')) ?? {};
  if (need === 'all' || installed.some((path) => wanted[path]?.dev)) return ['--include=dev'];
  const workspaces = WORKSPACES[need].map((folder) => `--workspace=${folder}`);
  return ['--omit=dev', '--include-workspace-root', ...workspaces];
}

/**
 * @param {string} root
 * @param {string[]} args
 */
function npm(root, args) {
  // Start the npm that runs us, on the Node that runs it: `node` on our own path may be the very file
  // that npm ci is about to replace.
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  const outer = cli && node && /npm-cli\.c?js$/.test(cli) && existsSync(cli) && existsSync(node);
  const child = spawn(outer ? node : 'npm', outer ? [cli, ...args] : args, {
    cwd: root,
    env: npmEnvironment(root),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return outcomeOf(child);
}

/**
 * Keeps the caller's settings for where packages come from (registry, proxy, cache, certificates). Drops
 * those that would change this install: `--omit=dev`, `NODE_ENV=production`, `--workspace`, `--prefix`, …
 * were meant for the outer command.
 * @param {string} root
 */
function npmEnvironment(root) {
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
    .filter((folder) => folder !== join(root, 'node_modules', '.bin'))
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
