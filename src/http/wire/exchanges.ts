import type { Buffer } from 'node:buffer';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Not held: a stream outlives its request by minutes, and is to weigh nothing but its connection. */
interface Exchange {
  response: WeakRef<ServerResponse>;
  /** The one before it on the same connection, if that was still being answered. */
  before: WeakRef<ServerResponse> | null;
}

/**
 * What is being asked and answered on each connection, for the moment in which bytes come that are no
 * HTTP. A refusal that is written at once would be taken for the answer to what was asked before, or end
 * up in the middle of it.
 */
export const makeExchanges = () => {
  const newest = new WeakMap<Socket, Exchange>();

  const note = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const last = newest.get(socket)?.response;
    const before = last?.deref();
    if (before === response) return;
    const isOver = last === undefined || before === undefined || before.writableFinished;
    newest.set(socket, { response: new WeakRef(response), before: isOver ? null : last });
  };

  return {
    note,
    /**
     * For `Expect: 100-continue`. To a request that waits behind another, Node's own «100 Continue» ends
     * up between the head and the body of its answer, and whoever reads on takes the one for the other.
     * So such a request is begun when it is its turn.
     */
    continueInTurn:
      (then: RequestListener): RequestListener =>
      (request, response) => {
        note(request, response);
        const begin = () => {
          response.writeContinue();
          then(request, response);
        };
        if (response.socket === null) response.once('socket', begin);
        else begin();
      },
    /** Answers bytes that are no HTTP after all that was asked before them, and closes. */
    async refuse(socket: Socket, code: string | undefined, refusal: Buffer): Promise<void> {
      await settled(newest.get(socket));
      // More of the same bytes, while the answer to the first is still on its way.
      if (socket.writableEnded && !socket.writableFinished) return;
      if (code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else if (hasAnswer(newest.get(socket))) socket.destroySoon();
      else socket.end(refusal);
    },
  };
};

/** Resolves when what was asked before has been answered, in full. */
const settled = async (exchange: Exchange | undefined): Promise<void> => {
  const response = exchange?.response.deref();
  if (response === undefined) return;
  // Answers go out in the order of their requests: the last one is the end of all.
  await closed(response.req.complete ? response : exchange?.before?.deref());
};

/** Whether the bytes are a body whose request has its answer already, or the beginning of it. */
const hasAnswer = (exchange: Exchange | undefined): boolean => {
  const response = exchange?.response.deref();
  return response !== undefined && !response.req.complete && response.headersSent;
};

const closed = async (response: ServerResponse | undefined): Promise<void> => {
  if (response === undefined || response.writableFinished || response.destroyed) return;
  await once(response, 'close');
};
