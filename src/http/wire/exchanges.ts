import type { Buffer } from 'node:buffer';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isTakenOver } from './take-over.ts';

/** The newest request of a connection. */
interface Exchange {
  request: IncomingMessage;
  /** Null once it is closed. */
  response: ServerResponse | null;
  /** The exchange before it, for as long as that one is still being answered. */
  previous: Exchange | null;
  /** Shared with those before it, for as long as they are being answered. */
  unanswered: { count: number };
}

/**
 * Knows what is being asked and answered on each connection, for when bytes arrive that are no HTTP. A
 * refusal that is written at once would be taken for the answer to an earlier request, or land in the
 * middle of one.
 */
export const makeExchanges = (unansweredMax = Number.POSITIVE_INFINITY) => {
  const newest = new WeakMap<Socket, Exchange>();
  let answering = 0;

  const note = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { socket } = request;
    const last = newest.get(socket) ?? null;
    if (last?.response === response) return true;
    const previous = last?.response == null ? null : last;
    // Answers go out in the order of their requests: with the last one, all have been answered.
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
      if (isTakenOver(socket)) endThoseAfter(exchange, newest.get(socket));
      // A stream outlives its request by minutes: only a body that is still to come needs the exchange.
      if (request.complete && newest.get(socket) === exchange) newest.delete(socket);
    });
    if (unanswered.count <= unansweredMax) return true;
    socket.destroy();
    return false;
  };

  return {
    /** False where too many requests of the connection have no answer yet: then it is closed. */
    note,
    /** Whether any request has an answer that is still to come or on its way. */
    isAnswering: (): boolean => answering > 0,
    /**
     * For `Expect: 100-continue`. Node sends «100 Continue» at once: behind another request, that lands
     * between the head and the body of the other's answer. So such a request begins when it is its turn.
     */
    continueInTurn:
      (then: RequestListener): RequestListener =>
      (request, response) => {
        if (!note(request, response)) return;
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
      // More of the same bytes, while the answer to the first is still on its way.
      if (socket.writableEnded && !socket.writableFinished) return;
      // Proxies and browsers open connections ahead: they would take an answer for that to their first request.
      const isUnused = socket.bytesRead === 0;
      if (code === 'ECONNRESET' || isUnused || !socket.writable) socket.destroy();
      else if (isBodyOfAnswered(newest.get(socket))) socket.destroySoon();
      else socket.end(refusal);
    },
  };
};

/**
 * Calls back once all earlier requests of the connection have been answered, and others had their turn: answers that are
 * taken at once would follow each other without a look at any other connection.
 */
export const inTurn = (response: ServerResponse, begin: () => void): void => {
  if (response.socket === null) response.once('socket', () => setImmediate(begin));
  else begin();
};

/**
 * Requests behind a stream get no answer, and Node no longer ends their responses, because the connection was taken from it. An
 * export among them would keep its place.
 */
const endThoseAfter = (stream: Exchange, last: Exchange | undefined): void => {
  for (let each = last; each && each !== stream; each = each.previous ?? undefined) {
    each.response?.destroy();
  }
};

/** Resolves when all requests before the bytes have been answered in full. */
const answered = async (exchange: Exchange | undefined): Promise<void> => {
  if (exchange === undefined) return;
  // Answers go out in the order of their requests: the last one ends them all.
  const last = exchange.request.complete ? exchange : exchange.previous;
  const response = last?.response;
  if (response && !response.writableFinished && !response.destroyed) await once(response, 'close');
};

/** Whether the bytes are part of a body whose request has its answer already, or the beginning of it. */
const isBodyOfAnswered = (exchange: Exchange | undefined): boolean =>
  exchange !== undefined &&
  !exchange.request.complete &&
  (exchange.response === null || exchange.response.headersSent);
