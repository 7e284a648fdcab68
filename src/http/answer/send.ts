import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { codeOf } from '../../platform/error-codes.ts';
import type { Log } from '../../platform/log.ts';
import { encodeHead } from '../server/server.ts';
import { takeOver } from '../take-over.ts';
import type { Answer } from './answer.ts';
import { negotiate } from './negotiate.ts';
import { sendPieces } from './send-pieces.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path as the contract has it: one that a client made up must not reach logs and metrics. */
    path?: string;
  }
}

export const pathOfRoute = ({ routeOptions }: FastifyRequest): string =>
  routeOptions.config.path ?? 'desconocida';

interface SendDeps {
  clock: Pick<Clock, 'now'>;
  log: Log;
  /** Called when a long answer begins, for which Fastify runs no `onSend` hook. */
  onLong(request: FastifyRequest, reply: FastifyReply): void;
  /** The error for a stream behind another request on its connection. */
  notAlone(): Error;
}

/** Sends answers in the form that each client accepts: 304, compressed, in pieces or as a stream. One for every door. */
export const makeSend = ({ clock, log, onLong, notAlone }: SendDeps) => {
  /** Hands the response over: from here on it is not Fastify's. */
  const hijack = (request: FastifyRequest, reply: FastifyReply, { status, headers }: Answer) => {
    const isKept = isStored(reply);
    reply.code(status).headers(headers);
    if (!isKept)
      reply.header(
        'cache-control',
        headers['cache-control']?.replace('no-cache', 'no-store') ?? 'no-store',
      );
    onLong(request, reply);
    return reply.hijack().getHeaders() as Record<string, string>;
  };

  const sendStream = (request: FastifyRequest, reply: FastifyReply, answer: Answer) => {
    const { open, release } = answer;
    const { raw } = reply;
    if (request.method === 'HEAD' || open === undefined) {
      raw.writeHead(answer.status, hijack(request, reply, answer)).end();
      return reply;
    }
    // It is pipelined behind another request, or the client has gone.
    if (raw.socket === null) {
      release?.();
      throw notAlone();
    }
    const headers = hijack(request, reply, answer);
    const date = new Date(clock.now()).toUTCString();
    const head = encodeHead(answer.status, { ...headers, date, connection: 'close' });
    takeOver(request.raw, raw, (socket) => open(socket, head));
    return reply;
  };

  const sendLong = async (request: FastifyRequest, reply: FastifyReply, answer: Answer) => {
    try {
      await sendPieces(reply.raw, answer, hijack(request, reply, answer));
    } catch (error) {
      const told = { requestId: request.id, route: pathOfRoute(request), err: error };
      // Unless the client went away, the cause is ours.
      log[CLIENT_GONE.has(codeOf(error)) ? 'info' : 'warn'](told, 'answer was cut short');
    }
  };

  return async (request: FastifyRequest, reply: FastifyReply, answer: Answer) => {
    if (answer.open !== undefined) return sendStream(request, reply, answer);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const form = isRead ? await negotiate(answer, preconditions(request, reply)) : answer;
    if (form.pieces !== undefined) {
      void sendLong(request, reply, form);
      return reply;
    }
    if (form.tag !== undefined && isStored(reply)) reply.header('etag', `"${form.tag}"`);
    reply.code(form.status).headers(form.headers);
    return form.status === 304 ? reply.send() : reply.send(form.body);
  };
};

/** Where no cache may keep an answer, nobody could use its ETag. */
const isStored = (reply: FastifyReply): boolean => reply.getHeader('cache-control') !== 'no-store';

const preconditions = ({ headers }: FastifyRequest, reply: FastifyReply) =>
  isStored(reply) ? headers : { 'accept-encoding': headers['accept-encoding'] };

/** Node's error codes for a client that went away. */
const CLIENT_GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);
