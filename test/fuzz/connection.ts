import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { platform } from 'node:os';
import { isStream, takeAnswer, type WireAnswer } from './answers.ts';

/** Every request is answered or closed within this time, even on the busiest machine. */
const PATIENCE_MS = 20_000;

/** The connection was neither answered nor closed. */
class HangError extends Error {
  override name = 'HangError';
}

/**
 * Requests without a key are limited by address, so each connection comes from another one: on Linux
 * all of 127.0.0.0/8 is ours. Elsewhere some requests are answered 429.
 */
let connections = 0;
const nextAddress = (): string => {
  connections += 1;
  return `127.${1 + ((connections >> 16) % 250)}.${(connections >> 8) & 255}.${1 + (connections & 127)}`;
};

export interface Connection extends Disposable {
  readonly socket: Socket;
  send(bytes: Buffer | string): void;
  /** The next answer; null if the service closed the connection instead. */
  answer(method?: string): Promise<WireAnswer | null>;
  /** All answers up to the end of the connection or to a stream. */
  rest(): Promise<WireAnswer[]>;
  close(): void;
}

export const openConnection = async (url: string): Promise<Connection> => {
  const { hostname, port } = new URL(url);
  const from = platform() === 'linux' ? { localAddress: nextAddress() } : {};
  const socket = connect({ port: Number(port), host: hostname, noDelay: true, ...from });
  let received: Buffer = Buffer.alloc(0);
  let ended = false;
  let wake: () => void = () => undefined;
  const end = () => {
    ended = true;
    wake();
  };
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    wake();
  });
  // A reset ends the connection too.
  socket.on('end', end).on('close', end).on('error', end);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);

  const more = async (deadlineMs: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    wake = () => resolve(true);
    const timer = setTimeout(() => resolve(false), Math.max(0, deadlineMs - performance.now()));
    const came = await promise;
    clearTimeout(timer);
    wake = () => undefined;
    if (!came) throw new HangError(`nothing within ${PATIENCE_MS / 1_000} s`);
  };

  const answer = async (method = 'GET'): Promise<WireAnswer | null> => {
    const deadlineMs = performance.now() + PATIENCE_MS;
    for (;;) {
      const taken = takeAnswer(received, { method, ended });
      if (taken !== null) {
        received = taken.rest;
        return taken.answer;
      }
      if (ended) return null;
      await more(deadlineMs);
    }
  };

  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    answer,
    async rest() {
      const deadlineMs = performance.now() + PATIENCE_MS;
      while (!ended && !received.includes(STREAM)) await more(deadlineMs);
      const answers: WireAnswer[] = [];
      while (received.length > 0) {
        const next = await answer(hasNoBody(received) ? 'HEAD' : 'GET');
        if (next === null) break;
        answers.push(next);
        if (isStream(next)) break;
      }
      return answers;
    },
    close: () => socket.destroy(),
    [Symbol.dispose]: () => socket.destroy(),
  };
};

const CONTINUE = 'HTTP/1.1 100 ';
const STREAM = 'text/event-stream';

/** Whether the next answer follows the head directly, which means that this one answers a HEAD. */
const hasNoBody = (received: Buffer): boolean => {
  const bodyAt = received.indexOf('\r\n\r\n') + 4;
  if (received.toString('latin1', 0, CONTINUE.length) === CONTINUE) {
    return hasNoBody(received.subarray(bodyAt));
  }
  return bodyAt >= 4 && /^(?:HTTP\/1\.|$)/.test(received.toString('latin1', bodyAt, bodyAt + 7));
};
