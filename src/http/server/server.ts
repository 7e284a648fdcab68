import { Buffer } from 'node:buffer';
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';

/**
 * Requests of a connection that may be unanswered: browsers pipeline none. Node accepts any number, and each costs fifty times
 * its bytes in memory until it is answered.
 */
const UNANSWERED_MAX = 16;

/** For answers to connections that have no response object. */
export const encodeHead = (status: number, headers: Readonly<Record<string, string>>): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
};

/** The one answer to bytes that are no HTTP request. */
const encodeRefusal = (body: Uint8Array): Buffer => {
  const type = 'application/json; charset=utf-8';
  const length = String(body.length);
  const headers = { 'content-type': type, 'content-length': length, connection: 'close' };
  return Buffer.concat([Buffer.from(encodeHead(400, headers)), body]);
};

/** Makes the server below a Fastify application, and knows what is still to be answered on it. */
export const makeServer = (options: ServerOptions, errorBody: Uint8Array) => {
  const refusal = encodeRefusal(errorBody);
  /** The responses of a connection, as long as there are any: an idle one takes no memory for this. */
  const unanswered = new WeakMap<Socket, Set<ServerResponse>>();
  let answering = 0;

  const begin = (socket: Socket): Set<ServerResponse> => {
    const open = new Set<ServerResponse>();
    unanswered.set(socket, open);
    socket.on('close', endAll);
    return open;
  };

  const end = (socket: Socket, response: ServerResponse): void => {
    const open = unanswered.get(socket);
    open?.delete(response);
    if (open?.size !== 0) return;
    unanswered.delete(socket);
    socket.off('close', endAll);
  };

  /** False if too many requests of its connection are unanswered: it is then closed. */
  const note = (response: ServerResponse): boolean => {
    const { req: request } = response;
    const { socket } = request;
    const open = unanswered.get(socket) ?? begin(socket);
    // It waited to say «100 Continue», and has been noted then.
    if (open.has(response)) return true;
    open.add(response);
    answering += 1;
    response.once('close', () => {
      answering -= 1;
      // As long as its body is coming in, bytes that are no HTTP belong to this request, which has its answer.
      if (request.complete) end(socket, response);
      else request.once('close', () => end(socket, response));
    });
    if (open.size <= UNANSWERED_MAX) return true;
    socket.destroy();
    return false;
  };

  /** Requests behind a stream end with its connection: an export among them would keep its place. */
  function endAll(this: Socket): void {
    for (const response of unanswered.get(this) ?? []) response.destroy();
  }

  /** Whether a refusal cannot be taken for the answer to another request, or land in the middle of one. */
  const isFree = (socket: Socket): boolean => {
    const open = [...(unanswered.get(socket) ?? [])];
    const isRefused = ({ req, headersSent, destroyed }: ServerResponse) =>
      !req.complete && !headersSent && !destroyed;
    return open.length === 0 || (open.length === 1 && open.every(isRefused));
  };

  return {
    /** For Fastify: `serve` answers each request. */
    serverFactory(serve: RequestListener): Server {
      const onRequest: RequestListener = (request, response) => {
        if (note(response)) serve(request, response);
      };
      return (
        createServer(options, onRequest)
          // For a pipelined request, Node would write «100 Continue» between head and body of the answer before.
          .on('checkContinue', (request, response) => {
            if (!note(response)) return;
            inTurn(response, () => {
              response.writeContinue();
              onRequest(request, response);
            });
          })
          // Node would refuse an odd `Expect` without our error body.
          .on('checkExpectation', onRequest)
          .on('connect', ({ socket }) => {
            // Node hands the connection over, with nobody left to handle its errors.
            socket.on('error', () => undefined).resume();
            socket.write(refusal);
            socket.destroySoon();
          })
      );
    },
    /** Bytes that Node's parser refuses, or that come too late. */
    refuse({ code }: NodeJS.ErrnoException, socket: Socket): void {
      // The client said «Connection: close» and sent more all the same.
      if (code === 'HPE_CLOSED_CONNECTION') return;
      // More of the same bytes have come while the refusal of the first is still on its way.
      if (socket.writableEnded && !socket.writableFinished) return;
      // Proxies and browsers open connections ahead: they would take the refusal for the answer to their first request.
      const isUnused = socket.bytesRead === 0;
      if (code === 'ECONNRESET' || isUnused || !socket.writable || !isFree(socket)) {
        socket.destroy();
      } else socket.end(refusal);
    },
    /** Whether the answer to any request is still to come or on its way. */
    isAnswering: (): boolean => answering > 0,
  };
};

/**
 * Calls back once all earlier requests of the connection have been answered. If it had to wait, other connections get a turn
 * first: a client that reads its answers at once would otherwise keep the event loop to itself.
 */
export const inTurn = (response: ServerResponse, begin: () => void): void => {
  if (response.socket === null) response.once('socket', () => setImmediate(begin));
  else begin();
};
