// What a script in a process of its own says to the bench (processes.ts).

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Reply = { value: unknown } | { problem: string } | { step: string };

export const readSettings = <T>(): T => JSON.parse(process.argv[2] ?? '{}') as T;

const send = (reply: Reply): void => {
  process.send?.(reply);
};

export const reply = (value: unknown): void => send({ value });

/** What it is doing, until the reply comes. */
export const tellStep = (step: string): void => send({ step });

/** Replies what the work gives, or why it failed. */
export const replyWith = async (work: () => unknown): Promise<void> => {
  try {
    reply((await work()) ?? null);
  } catch (error) {
    send({ problem: error instanceof Error ? error.message : String(error) });
  }
};

export const answerMessages = <M>(answer: (message: M) => unknown): void => {
  process.on('message', (message) => void replyWith(() => answer(message as M)));
};

/** Listens on a free port and replies which. */
export const listen = (server: Server): void => {
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () =>
    reply({ port: (server.address() as AddressInfo).port }),
  );
};

// The bench is gone: so is whoever would be asked.
process.once('disconnect', () => process.exit());
