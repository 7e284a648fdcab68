import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Gives the connection to a stream, which begins with a head of its own. The answer has no length and is not chunked: it ends
 * with its connection. HTTP/1.0 understands that too, and the same bytes can go to every connection.
 */
export const takeOver = (
  { socket }: IncomingMessage,
  response: ServerResponse,
  begin: (socket: Socket) => void,
): void => {
  // Deferred, because the parser that is about to be closed may be running now.
  setImmediate(() => {
    detachFromHttp(socket, response);
    begin(socket);
  });
};

/** All undocumented state of Node's HTTP server that this file relies on. */
export const UNDOCUMENTED = {
  /** On the socket. */
  parser: 'parser',
  /** On the parser: takes it out of the server's list of connections to time out, and frees it. */
  parserMethods: ['remove', 'close'],
  /** On the socket itself, in place of its class's methods. */
  overriddenMethods: ['on', 'addListener', 'prependListener', 'setEncoding'],
  /** On the socket: the name of its listener for `close`, which holds the request. */
  closeListener: 'bound socketOnClose',
} as const;

type HttpParser = Record<string, unknown> & Record<'remove' | 'close', () => void>;
type HttpSocket = Socket & { parser: HttpParser | null };

export const isAsExpected = (socket: Socket): socket is HttpSocket => {
  const parser: unknown = Reflect.get(socket, UNDOCUMENTED.parser);
  return (
    typeof parser === 'object' &&
    parser !== null &&
    UNDOCUMENTED.parserMethods.every((name) => typeof Reflect.get(parser, name) === 'function') &&
    UNDOCUMENTED.overriddenMethods.every((name) => Object.hasOwn(socket, name))
  );
};

/** Every event for which Node's HTTP server listens on a connection, except `close`. */
const HTTP_EVENTS = ['data', 'end', 'drain', 'error', 'timeout', 'pause', 'resume'];

/**
 * Frees a socket of everything that HTTP keeps for it: parser, request, response, timeouts. Memory of an
 * idle connection, with 9,000 of them: 17.9 KB with the response kept, 14.6 KB with the socket detached
 * from it, 7.1 KB like this. If Node's internals are not as expected, the response stays attached:
 * connections then take more memory, but work.
 */
const detachFromHttp = (socket: Socket, response: ServerResponse): void => {
  if (!isAsExpected(socket) || response.socket !== socket) return;
  const { parser } = socket;
  response.detachSocket(socket);
  // A `data` listener makes Node read through the socket again instead of straight into the parser.
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  for (const event of HTTP_EVENTS) socket.removeAllListeners(event);
  for (const listener of socket.listeners('close') as (() => void)[]) {
    if (listener.name === UNDOCUMENTED.closeListener) socket.off('close', listener);
  }
  for (const name of UNDOCUMENTED.overriddenMethods) Reflect.deleteProperty(socket, name);
  socket.setTimeout(0);
  if (parser !== null) {
    parser.remove();
    for (const field of Object.keys(parser)) parser[field] = null;
    parser.close();
    socket.parser = null;
  }
  // Listeners for the end of the response must not wait for the end of the connection.
  response.emit('close');
};
