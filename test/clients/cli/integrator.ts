import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCli } from '../../../clients/cli/src/cli.ts';
import { DAY_MS } from '../../../src/domain/time.ts';
import { captureIo } from '../../cli/captured-io.ts';
import { installComanda, type Result } from '../../cli/comanda.ts';
import { collectOutput } from '../../support/machine/collect-output.ts';
import { makeFolder } from '../../support/machine/folder.ts';
import { until } from '../../support/until.ts';

export const PACKAGE = fileURLToPath(new URL('../../../clients/cli/', import.meta.url));
export const MAIN = join(PACKAGE, 'src/main.ts');

interface Listener {
  /** The output so far. */
  out(): string;
  err(): string;
  /** Waits until stderr matches. */
  said(pattern: RegExp): Promise<void>;
  /** The complete lines of stdout. */
  lines(): string[];
  kill(signal: NodeJS.Signals): void;
  result: Promise<Result>;
}

/** The integrator's command with a folder of its own, for one service and key. */
export const installIntegrator = (
  t: Pick<TestContext, 'after'>,
  { url, token }: { url: string; token: string },
) => {
  const comanda = installComanda(t, MAIN);
  const state = join(comanda.folder, 'state');
  const { NODE_COMPILE_CACHE = '' } = process.env;
  const env = {
    COMANDA_URL: url,
    COMANDA_KEY: token,
    XDG_STATE_HOME: state,
    TZ: 'UTC',
    ...(NODE_COMPILE_CACHE !== '' && { NODE_COMPILE_CACHE }),
  };
  return {
    folder: comanda.folder,
    state,
    env,
    /** Runs in this process; a file to write needs its absolute path. */
    async run(args: readonly string[], more: Record<string, string> = {}): Promise<Result> {
      const { said, io } = captureIo();
      const code = await runCli(args, { io, env: { ...env, ...more } });
      return { code, signal: null, stdout: said.out, stderr: said.err };
    },
    runProcess: (
      args: readonly string[],
      more: Record<string, string> = {},
      input = '',
    ): Promise<Result> => comanda.runProcess(args, { env: { ...env, ...more }, input }),
    runOnFullDisk: (args: readonly string[]) => comanda.runOnFullDisk(args, env),
    /** Runs where no file can grow beyond `blocks` blocks. */
    runWithin: (blocks: number, args: readonly string[]): Promise<Result> =>
      comanda.startWithin(blocks, args, env).result,
    start(args: readonly string[], more: Record<string, string> = {}): Listener {
      const { child, result } = comanda.start(args, { env: { ...env, ...more } });
      const [out, err] = [collectOutput(child.stdout), collectOutput(child.stderr)];
      let isOver = false;
      result.then(() => {
        isOver = true;
      });
      return {
        result,
        out,
        err,
        lines: () => out().split('\n').slice(0, -1),
        kill: (signal) => void child.kill(signal),
        async said(pattern) {
          await until(() => pattern.test(err()) || isOver);
          if (!pattern.test(err())) throw new Error(`it ended without ${pattern}: ${err()}`);
        },
      };
    },
  };
};

/** An environment with a clock that is wrong by `years`. */
export const clockOff = (years: number): Record<string, string> => {
  const offset = join(makeFolder(), 'offset');
  writeFileSync(offset, String(years * 365 * DAY_MS));
  const preload = new URL('../../../faults/clock/shifted.ts', import.meta.url);
  preload.searchParams.set('offset', offset);
  return { NODE_OPTIONS: `--import=${preload.href}` };
};
