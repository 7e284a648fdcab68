import { Server } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;

/** How a listener ends. */
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
 * connections that are kept alive are closed as soon as they are idle.
 */
export const closeWithin = async (
  app: FastifyInstance,
  { lingerMs, drainMs }: Closing,
  onLingered: () => void = () => undefined,
): Promise<void> => {
  const closed = new Promise<void>((resolve) => {
    // Not the HTTP server's own `close`, which begins with the idle connections.
    Server.prototype.close.call(app.server, () => resolve());
  });
  if (lingerMs > 0) {
    await Promise.race([closed, delay(lingerMs, undefined, { ref: false })]);
    // A process that stood still meanwhile has requests to read that came in time.
    await nextTurn();
  }
  onLingered();
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => app.server.closeAllConnections(), drainMs);
  try {
    await Promise.all([app.close(), closed]);
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
};
