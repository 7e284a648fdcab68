import assert from 'node:assert/strict';
import { type ExecFileException, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { besideClient, PYTHON_PATH } from '../clients/client-package.ts';
import { collectOutput } from '../support/machine/collect-output.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'guides', 'samples');

/** Limits samples that hang. A busy machine may need a minute for a good one. */
export const TIMEOUT_MS = 600_000;
export const LANGUAGES = ['sh', 'ts', 'py'] as const;
/** Node 20 cannot strip types, so it gets the TypeScript samples as JavaScript. */
const WAYS = [...LANGUAGES, 'node20'] as const;
export type Language = (typeof WAYS)[number];

const versions = new Map<string, string | null>();

/** Memoised: each test needs a tool, and asking for its version takes as long as many a sample. */
const versionOf = (tool: string): string | null =>
  versions.getOrInsertComputed(tool, () => {
    const { error, stdout } = spawnSync(tool, ['--version'], { encoding: 'utf8' });
    return error === undefined ? stdout : null;
  });

/** The oldest Node that the samples support, if this machine has it. */
export const NODE_20 =
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .find((path) => versionOf(path)?.startsWith('v20.')) ?? 'Node 20';

/** The command that runs a sample in each way, and the tool that it requires. */
const RUNNERS: Record<Language, { command: string; needs: string }> = {
  sh: { command: 'sh', needs: 'curl' },
  ts: { command: process.execPath, needs: process.execPath },
  py: { command: 'python3', needs: 'python3' },
  node20: { command: NODE_20, needs: NODE_20 },
};

export const isMissing = (tool: string): boolean => versionOf(tool) === null;

export const fileOf = (name: string, language: Language | 'php' | 'cs'): string => {
  const file = join(FOLDER, `${name}.${language === 'node20' ? 'ts' : language}`);
  return language === 'ts' || language === 'node20'
    ? besideClient(file, { asJavaScript: language === 'node20' })
    : file;
};

export const sampleEnv = (env: Record<string, string>) => ({
  ...process.env,
  PYTHONPATH: PYTHON_PATH,
  ...env,
});

/** Declares a test for each language; without the language's tool the test only reports that. */
export const inEachLanguage = (
  name: string,
  check: (language: Language, t: TestContext) => Promise<void>,
  options: { concurrency?: boolean } = {},
): void => {
  describe(name, options, () => {
    for (const language of WAYS) {
      test(`${name}.${language}`, { timeout: TIMEOUT_MS }, async (t) => {
        const { needs } = RUNNERS[language];
        if (!isMissing(needs)) return check(language, t);
        t.diagnostic(`not run: ${needs} is not on this machine`);
        return undefined;
      });
    }
  });
};

export const sampleFiles = (): string[] => readdirSync(FOLDER).sort();

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a sample in its own folder until it ends. */
export const runSample = (
  name: string,
  language: Language,
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Run> =>
  new Promise((resolve) => {
    execFile(
      RUNNERS[language].command,
      [fileOf(name, language)],
      { cwd, env: sampleEnv(env), timeout: TIMEOUT_MS, maxBuffer: 64 * 1_024 * 1_024 },
      (error: ExecFileException | null, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    );
  });

/** The output of a sample, which has to have succeeded. */
export const outputOf = ({ code, stdout, stderr }: Run): string => {
  assert.equal(code, 0, stderr || stdout);
  return stdout.trim();
};

/** A running sample that does not end by itself. */
interface Endless {
  /** The complete lines of its output so far. */
  lines(): string[];
  stderr(): string;
  /** Resolves if it ends by itself. */
  ended: Promise<unknown>;
  /** Ends the sample and its child processes. */
  stop(): Promise<void>;
}

export const startSample = (
  name: string,
  language: Language,
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Endless => {
  // A process group of its own: killing a shell alone would leave its curl running.
  const child = spawn(RUNNERS[language].command, [fileOf(name, language)], {
    cwd,
    env: sampleEnv(env),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const stdout = collectOutput(child.stdout);
  return {
    lines: () => stdout().split('\n').slice(0, -1),
    stderr: collectOutput(child.stderr),
    ended: closed,
    async stop() {
      const isOver = child.exitCode !== null || child.signalCode !== null;
      if (!isOver && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await closed;
    },
  };
};

export const readSample = (file: string): Promise<string> => readFile(join(FOLDER, file), 'utf8');
