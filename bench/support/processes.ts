import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GENERATOR_CORE, pinned, SERVER_CORE } from './cores.ts';
import type { Api, Call, Reply } from './script.ts';

const alive = new Set<number>();

/**
 * Kills the process when this one ends, however that happens (except for a kill -9). Returns a function that cancels
 * this.
 */
export const killAtExit = (pid: number): (() => void) => {
  alive.add(pid);
  return () => alive.delete(pid);
};
process.once('exit', () => {
  for (const pid of alive) process.kill(pid, 'SIGKILL');
});
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

interface ProcessOptions {
  core?: number;
  env?: NodeJS.ProcessEnv;
  /** The standard streams; a channel for messages is the fourth. */
  stdio?: readonly ('ignore' | 'pipe' | 'inherit' | 'ipc')[];
}

export const startProcess = (
  command: readonly string[],
  { core, env = {}, stdio = ['ignore', 'ignore', 'inherit'] }: ProcessOptions,
) => {
  const [program = '', ...args] = pinned(core ?? null, command);
  const child = spawn(program, args, {
    stdio: [...stdio],
    env: { PATH: process.env['PATH'], ...env },
  });
  const pid = child.pid ?? 0;
  const forget = killAtExit(pid);
  const ended = once(child, 'exit').then(([code, signal]) => {
    forget();
    return `ended with ${signal ?? code}`;
  });
  return {
    child,
    pid,
    ended,
    async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
      child.kill(signal);
      await ended;
    },
  };
};

/** Starts a script of the bench in a process of its own; `next` gives its replies (script.ts). */
export const startScript = (file: URL, settings: object, core?: number) => {
  const path = fileURLToPath(file);
  const command = [process.execPath, path, JSON.stringify(settings)];
  const { child, pid, ended, stop } = startProcess(command, {
    ...(core !== undefined && { core }),
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  /** The next reply; `onStep` gets the steps before it. */
  const next = <T>(onStep: (step: string) => void = () => {}): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const hear = (reply: Reply): void => {
        if ('step' in reply) {
          onStep(reply.step);
          return;
        }
        child.off('message', hear);
        if ('problem' in reply) reject(new Error(reply.problem));
        else resolve(reply.value as T);
      };
      child.on('message', hear);
      void ended.then((how) => reject(new Error(`${basename(path)} ${how}`)));
    });
  return { child, pid, next, stop };
};

type Remote<A extends Api> = {
  [N in keyof A]: (...args: Parameters<A[N]>) => Promise<Awaited<ReturnType<A[N]>>>;
};

/**
 * Starts a script whose functions (`answerCalls`) can be called from here, one after another, on the core that the
 * servers do not use.
 */
export const startRemote = <A extends Api>(file: URL) => {
  const { child, ...script } = startScript(file, {}, GENERATOR_CORE);
  const call = (name: string, args: unknown[]): Promise<unknown> => {
    const answer = script.next();
    child.send({ name, args } satisfies Call);
    return answer;
  };
  const api = new Proxy({} as Remote<A>, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        call(String(name), args),
  });
  return { ...script, api };
};

/** Runs a script and gives its only reply. */
export const runScript = async <T>(
  file: URL,
  settings: object,
  { core, onStep }: { core?: number; onStep?: (step: string) => void } = {},
): Promise<T> => {
  const script = startScript(file, settings, core);
  try {
    return await script.next<T>(onStep);
  } finally {
    await script.stop();
  }
};

/**
 * Starts a server to compare with: one process on one core, like ours. Its script replies with its port (`listen` of
 * script.ts).
 */
export const startPeer = async (file: URL, settings: object = {}) => {
  const { next, pid, stop } = startScript(file, settings, SERVER_CORE);
  const { port } = await next<{ port: number }>();
  return { url: `http://127.0.0.1:${port}`, port, pid, stop };
};
export type Peer = Awaited<ReturnType<typeof startPeer>>;
