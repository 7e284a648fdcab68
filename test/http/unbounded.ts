import type { ConnectionDeps } from '../../src/http/server/connections.ts';

/** Limits of connections for tests that are about something else. */
export const UNBOUNDED: ConnectionDeps = {
  limits: {
    total: Number.POSITIVE_INFINITY,
    perAddress: Number.POSITIVE_INFINITY,
    isLocalCounted: false,
    stallMs: 60_000,
  },
  trustProxy: false,
  clientAddress: () => '',
  observer: { opened: () => undefined, closed: () => undefined, cut: () => undefined },
};
