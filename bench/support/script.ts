// Messages of a script in a process of its own to the bench (processes.ts).

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Reply = { value: unknown } | { problem: string } | { step: string };

export const readSettings = <T>(): T => JSON.parse(process.argv[2] ?? '{}') as T;

const send = (reply: Reply): void => {
  process.send?.(reply);
};

/** Reports the current step before the reply. */
export const tellStep = (step: string): void => send({ step });

/** Replies with the result of the work, or with the reason why it failed. */
export const replyWith = async (work: () => unknown): Promise<void> => {
  try {
    send({ value: (await work()) ?? null });
  } catch (error) {
    send({ problem: error instanceof Error ? error.message : String(error) });
  }
};

/** Functions of a script that the bench calls (`Script.call` of processes.ts). */
// biome-ignore lint/suspicious/noExplicitAny: each has arguments of its own.
export type Api = Readonly<Record<string, (...args: any[]) => unknown>>;
export interface Call {
  name: string;
  args: unknown[];
}

export const answerCalls = (api: Api): void => {
  process.on('message', (call) => {
    const { name, args } = call as Call;
    void replyWith(() => api[name]?.(...args));
  });
};

/** Listens on a free port and replies with it. */
export const listen = (server: Server): void => {
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () =>
    send({ value: { port: (server.address() as AddressInfo).port } }),
  );
};

// Without the bench nobody needs this process.
process.once('disconnect', () => process.exit());
