import type { Socket } from 'node:net';

/** The listeners of `onSocketClose`. */
const KEPT = new WeakSet<() => void>();

/** Calls back once when the connection closes, also after a stream has taken it over. */
export const onSocketClose = (socket: Socket, then: () => void): void => {
  KEPT.add(then);
  socket.once('close', then);
};

/** Removes the `close` listeners of Node's HTTP server, and keeps those of `onSocketClose`. */
export const removeHttpCloseListeners = (socket: Socket): void => {
  for (const listener of socket.listeners('close')) {
    if (!KEPT.has(listener as () => void)) socket.off('close', listener as () => void);
  }
};
