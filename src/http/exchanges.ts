import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** The one before it on the same connection, if that was still being answered. */
  before: ServerResponse | null;
}

/**
 * What is being asked and answered on each connection, for the moment in which bytes come that are no
 * HTTP. A refusal that is written at once would be taken for the answer to what was asked before, or end
 * up in the middle of it.
 */
export const makeExchanges = () => {
  const newest = new WeakMap<Socket, Exchange>();

  return {
    note(request: IncomingMessage, response: ServerResponse): void {
      const { socket } = request;
      const before = newest.get(socket)?.response ?? null;
      newest.set(socket, { request, response, before: before?.writableFinished ? null : before });
    },
    /** Resolves when what was asked before has been answered. */
    async settled(socket: Socket): Promise<void> {
      const exchange = newest.get(socket);
      if (exchange === undefined) return;
      const { request, response, before } = exchange;
      // Answers go out in the order of their requests: the last one is the end of all.
      if (request.complete) await closed(response);
      else if (before !== null) await closed(before);
    },
    /** False when what is to be refused has its answer already, or the beginning of it. */
    hasRoom(socket: Socket): boolean {
      const exchange = newest.get(socket);
      if (exchange === undefined || exchange.request.complete) return true;
      return !exchange.response.headersSent;
    },
  };
};

const closed = async (response: ServerResponse): Promise<void> => {
  if (!response.writableFinished && !response.destroyed) await once(response, 'close');
};

export type Exchanges = ReturnType<typeof makeExchanges>;

/**
 * For `Expect: 100-continue`. To a request that waits behind another, Node's own «100 Continue» ends up
 * between the head and the body of its answer, and whoever reads on takes the one for the other. So
 * such a request is begun when it is its turn.
 */
export const continueInTurn =
  (then: RequestListener): RequestListener =>
  (request, response) => {
    const begin = () => {
      response.writeContinue();
      then(request, response);
    };
    if (response.socket === null) response.once('socket', begin);
    else begin();
  };
