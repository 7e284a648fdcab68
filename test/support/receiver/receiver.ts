import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Cleanup } from '../service.ts';
import { until } from '../until.ts';
import type { Ports, Received } from './receiver-process.ts';

export type { Received } from './receiver-process.ts';

export interface Receiver {
  ports: Ports;
  /** All requests, in order of arrival. */
  received: Received[];
  /** The requests to a path, once there are `count` of them. */
  requests(path: string, count?: number): Promise<Received[]>;
  /** Suspends the process (SIGSTOP); `thaw` resumes it. */
  freeze(): void;
  thaw(): void;
}

/** A real receiver in a process of its own, gone at the end. */
export const startReceiver = async (t: Cleanup): Promise<Receiver> => {
  const child = fork(join(import.meta.dirname, 'receiver-process.ts'), { stdio: 'inherit' });
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const received: Received[] = [];
  const [{ ports }] = (await once(child, 'message')) as [{ ports: Ports }];
  child.on('message', (message: { received: Received }) => received.push(message.received));
  const of = (path: string) => received.filter((each) => each.path === path);
  return {
    ports,
    received,
    async requests(path, count = 1) {
      await until(() => of(path).length >= count);
      return of(path);
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
};
