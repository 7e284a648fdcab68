import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;

/**
 * Stops listening, lets requests under way finish, and cuts what is left after `drainMs`. Connections
 * that are kept alive are closed as soon as they have nothing to do.
 */
export const closeWithin = async (
  app: FastifyInstance,
  drainMs: number,
  onCut: () => void = () => undefined,
): Promise<void> => {
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => {
    app.server.closeAllConnections();
    onCut();
  }, drainMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
};
