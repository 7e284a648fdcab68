import type { Buffer } from 'node:buffer';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isTakenOver } from './take-over.ts';

/** A request of a connection, and its answer. */
interface Exchange {
  request: IncomingMessage;
  /** Null once the response is closed. */
  response: ServerResponse | null;
  /** The exchange before it, for as long as that one is still being answered. */
  previous: Exchange | null;
  /** Unanswered requests of the connection: an exchange shares it with the unanswered ones before it. */
  unanswered: { count: number };
}

/**
 * Tracks the requests under way on each connection, so that the refusal of bytes that are no HTTP can wait
 * for its turn. Written at once, it would be taken for the answer to an earlier request, or land in the
 * middle of one.
 */
export const makeExchanges = (unansweredMax = Number.POSITIVE_INFINITY) => {
  const newest = new WeakMap<Socket, Exchange>();
  /** Noted when they came in; their listeners see them once more when their turn comes. */
  const inLine = new WeakSet<ServerResponse>();
  let answering = 0;

  const note = (request: IncomingMessage, response: ServerResponse): boolean => {
    // Noted twice, it would be taken for newer than the requests that came in behind it.
    if (inLine.has(response)) return true;
    const { socket } = request;
    const last = newest.get(socket) ?? null;
    const previous = last?.response == null ? null : last;
    // Answers go out in the order of their requests: once the last one is answered, all are.
    const unanswered = previous?.unanswered ?? { count: 0 };
    unanswered.count += 1;
    const exchange: Exchange = { request, response, previous, unanswered };
    newest.set(socket, exchange);
    answering += 1;
    response.once('close', () => {
      answering -= 1;
      unanswered.count -= 1;
      exchange.response = null;
      exchange.previous = null;
      if (isTakenOver(socket)) endResponsesAfter(exchange, newest.get(socket));
      // A stream outlives its request by minutes: only a body that is still to come needs the exchange.
      if (request.complete && newest.get(socket) === exchange) newest.delete(socket);
    });
    if (unanswered.count <= unansweredMax) return true;
    socket.destroy();
    return false;
  };

  return {
    /** Notes a request. False if too many requests of its connection are unanswered: it is then closed. */
    note,
    /** Whether the answer to any request is still to come or on its way. */
    isAnswering: (): boolean => answering > 0,
    /**
     * Handles `Expect: 100-continue`. Node would send «100 Continue» at once: behind another request, it would
     * land between the head and the body of that one's answer. So such a request begins when its turn comes.
     */
    continueInTurn:
      (then: RequestListener): RequestListener =>
      (request, response) => {
        if (!note(request, response)) return;
        inLine.add(response);
        inTurn(response, () => {
          response.writeContinue();
          then(request, response);
        });
      },
    /** Answers bytes that are no HTTP after all earlier requests have been answered, and closes. */
    async refuse(socket: Socket, code: string | undefined, refusal: Buffer): Promise<void> {
      // Bytes that come in meanwhile would restart the timeout of a client that does not read.
      socket.pause();
      await answered(newest.get(socket));
      socket.resume();
      // More of the same bytes have come while the refusal of the first is still on its way.
      if (socket.writableEnded && !socket.writableFinished) return;
      // Proxies and browsers open connections ahead: they would take the refusal for the answer to their first request.
      const isUnused = socket.bytesRead === 0;
      if (code === 'ECONNRESET' || isUnused || !socket.writable) socket.destroy();
      else if (isBodyOfAnswered(newest.get(socket))) socket.destroySoon();
      else socket.end(refusal);
    },
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

/**
 * Ends the responses to requests behind a stream. They get no answer, and Node no longer ends them, because the connection was
 * taken from it: an export among them would keep its place.
 */
const endResponsesAfter = (stream: Exchange, last: Exchange | undefined): void => {
  for (let each = last; each && each !== stream; each = each.previous ?? undefined) {
    each.response?.destroy();
  }
};

/** Resolves when all requests before the bytes have been answered in full. */
const answered = async (exchange: Exchange | undefined): Promise<void> => {
  if (exchange === undefined) return;
  // Answers go out in the order of their requests: once the last one has ended, all have.
  const last = exchange.request.complete ? exchange : exchange.previous;
  const response = last?.response;
  if (response && !response.writableFinished && !response.destroyed) await once(response, 'close');
};

/** Whether the bytes belong to the body of a request whose answer has already begun to go out. */
const isBodyOfAnswered = (exchange: Exchange | undefined): boolean =>
  exchange !== undefined &&
  !exchange.request.complete &&
  (exchange.response === null || exchange.response.headersSent);
