import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Evento } from '../../../src/contract/recursos/evento.ts';
import { listen } from '../../support/machine/loopback.ts';

/** Leases so short that a test can wait for their end. */
export const KILLED_LIMITS = {
  leaseMs: 1_200,
  attemptMsMax: 600,
  leaseMarginMs: 100,
  renewMs: 200,
  pollMs: 50,
  turnMs: 45,
};

export interface Arrival {
  webhookId: string;
  id: string;
  intento: number;
  secuencia: number;
  pedidoId: string;
  pid: number;
}

/** Decides whether to answer a request, and what to do afterwards. */
type OnArrival = (arrival: Arrival, count: number) => { answer: boolean; after?: () => void };

/** A receiver that records every arrival, and whether one delivery was in flight twice at once. */
export const startReceiver = async () => {
  const arrivals: Arrival[] = [];
  const underWay = new Set<string>();
  const twice: string[] = [];
  const state: { onArrival: OnArrival; delayMs: number } = {
    onArrival: () => ({ answer: true }),
    delayMs: 0,
  };

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const key = `${request.headers['x-webhook']} ${request.headers['x-svc-id']}`;
    if (underWay.has(key)) twice.push(key);
    underWay.add(key);
    response.on('close', () => underWay.delete(key));
    const { secuencia, datos } = (await json(request)) as Evento;
    const arrival: Arrival = {
      webhookId: String(request.headers['x-webhook']),
      id: String(request.headers['x-svc-id']),
      intento: Number(request.headers['x-svc-intento']),
      pid: Number(request.headers['x-pid']),
      secuencia,
      pedidoId: datos.pedido.id,
    };
    arrivals.push(arrival);
    const { answer, after } = state.onArrival(arrival, arrivals.length);
    if (answer) {
      if (state.delayMs > 0) await wait(state.delayMs);
      response.end('ok');
    }
    after?.();
  };

  const server = createServer((request, response) => {
    // A killed sender leaves half a request.
    receive(request, response).catch(() => response.destroy());
  });
  return {
    arrivals,
    twice,
    state,
    url: await listen(server),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const SCRIPT = fileURLToPath(new URL('./sender-process.ts', import.meta.url));

export const startSender = (databaseUrl: string, dataDir: string): ChildProcess =>
  fork(SCRIPT, [databaseUrl, dataDir], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

export const killed = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
};

/** Stops a process as an operator does. */
export const ended = async (child: ChildProcess): Promise<void> => {
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
};
