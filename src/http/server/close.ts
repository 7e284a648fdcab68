import { Server } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;
/** The most connections that wait in the kernel: a flood of new ones cannot delay the end further. */
const BACKLOG_MAX = 511;

/** How a listener is closed. */
export interface Closing {
  /**
   * How long open connections may bring one more request each. A client that keeps connections has
   * one on its way at any moment: closed at once, they would take requests with them that had left
   * before the client could know.
   */
  lingerMs: number;
  /** How long requests under way may take after that. */
  drainMs: number;
}

/**
 * Stops listening, lingers, lets requests under way finish and cuts off what is left. After the linger,
 * connections that are kept alive are closed as soon as nothing is being answered on any.
 */
export const closeWithin = async (
  app: FastifyInstance,
  isAnswering: () => boolean,
  { lingerMs, drainMs }: Closing,
  onLingered: () => void = () => undefined,
): Promise<void> => {
  const { server } = app;
  await acceptWaiting(server);
  const closed = new Promise<void>((resolve) => {
    // Not the HTTP server's own `close`, which begins with the idle connections.
    Server.prototype.close.call(server, () => resolve());
  });
  if (lingerMs > 0) await Promise.race([closed, delay(lingerMs, undefined, { ref: false })]);
  /** To Node, a connection is idle once its answer has ended, although the client may have most of it to read yet. */
  const closeIdle = (): void => {
    if (!isAnswering()) server.closeIdleConnections();
  };
  // A process that stood still meanwhile has yet to read requests that came in time.
  await nextTurn();
  onLingered();
  closeIdle();
  const sweep = setInterval(() => setImmediate(closeIdle), SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  try {
    await closed;
    // Not earlier: from here on, Fastify answers 503 and closes idle connections itself.
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
};

/**
 * Accepts the connections that wait in the kernel, which would otherwise reset them with the requests in them. The event loop
 * accepts one a turn, and none in a turn that has begun.
 */
const acceptWaiting = async (server: Server): Promise<void> => {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  for (let turn = 0; turn <= accepted + 1 && turn < BACKLOG_MAX; turn += 1) await nextTurn();
  server.off('connection', count);
};
