import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const WANTED = new URL('../package-lock.json', import.meta.url);
const INSTALLED = new URL('../node_modules/.package-lock.json', import.meta.url);

interface Lockfile {
  packages: Record<string, { version?: string; optional?: boolean }>;
}

const read = (file: URL): Lockfile['packages'] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Lockfile).packages : {};

let known: { problem: string | null } | null = null;

/**
 * The peers come from npm when they are first needed, and into a folder of their own. Null when they are
 * there, else why not: a figure then stands without its peer.
 */
export const peersProblem = (): string | null => {
  known ??= { problem: install() };
  return known.problem;
};

const install = (): string | null => {
  const installed = read(INSTALLED);
  const missing = Object.entries(read(WANTED)).filter(
    ([path, { version, optional }]) =>
      path !== '' && !optional && installed[path]?.version !== version,
  );
  if (missing.length === 0) return null;
  process.stderr.write('bench: installing what to measure against (npm ci in bench) …\n');
  const { status } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--loglevel=error', '--audit=false', '--fund=false'],
    // npm tells its scripts where they belong; this install belongs elsewhere.
    { cwd: FOLDER, env: withoutNpm(process.env), stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return status === 0 ? null : 'not installed, npm ci in bench failed';
};

const withoutNpm = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) =>
        !/^(npm_(?!config_(registry|.*proxy|ca|cafile|cache|userconfig)$)|NODE_ENV$)/i.test(name),
    ),
  );
