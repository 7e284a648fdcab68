import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { tracked } from '../support/children.ts';
import { GENERATOR_CORE, pinned, SERVER_CORE } from '../support/cores.ts';
import type { Question, Tally } from './receiver.ts';

const run = (file: string, core: number, settings: object): ChildProcess => {
  const script = fileURLToPath(new URL(file, import.meta.url));
  const command = [process.execPath, script, JSON.stringify(settings)];
  const { program, args } = pinned(core, command);
  return tracked(
    spawn(program, args, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production' },
    }),
  );
};

/** A process of this folder that sends, on the core of servers; it goes on until it is stopped. */
export const startSending = (file: string, settings: object) => {
  const child = run(file, SERVER_CORE, settings);
  return {
    pid: child.pid ?? 0,
    async stop(): Promise<void> {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
};

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export const startReceiver = async () => {
  const child = run('./receiver.ts', GENERATOR_CORE, {});
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const ask = async (question: Question): Promise<Tally> => {
    const answer = once(child, 'message');
    child.send(question);
    const [{ tally }] = (await answer) as [{ tally: Tally }];
    return tally;
  };
  return {
    url: (path: string) => `http://127.0.0.1:${port}/${path}`,
    tally: () => ask({ reset: false }),
    reset: (uncounted = 0) => ask({ reset: true, uncounted }),
    /** Seconds from the first that counts to the last of so many. */
    async secondsFor(count: number): Promise<number> {
      for (;;) {
        const { count: got, firstMs, lastMs } = await ask({ reset: false });
        if (got >= count) return (lastMs - firstMs) / 1_000;
        await sleep(50);
      }
    },
    async stop(): Promise<void> {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
};
