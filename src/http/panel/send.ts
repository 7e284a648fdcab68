import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, contentHeaders } from '../wire/answer.ts';
import { negotiate } from '../wire/negotiate.ts';
import { logCut, sendPieces } from '../wire/send-pieces.ts';
import { takeOver } from '../wire/take-over.ts';
import type { PanelDeps } from './deps.ts';
import { PanelError } from './errors.ts';
import { PANEL_HEADERS, PRIVATE_HEADERS } from './headers.ts';
import type { PanelAnswer } from './route.ts';

const UNKNOWN_ROUTE = 'desconocida';

/** The path as the route table has it: a path that a client made up must not reach logs and metrics. */
export const routeName = ({ routeOptions: { config } }: FastifyRequest): string =>
  config.path ?? UNKNOWN_ROUTE;

export const makeLogRequest =
  ({ clock, metrics, log }: Pick<PanelDeps, 'clock' | 'metrics' | 'log'>) =>
  (request: FastifyRequest, status: number): void => {
    const { id: requestId, method, panel } = request;
    const route = routeName(request);
    metrics.panelAnswered(route, status);
    const durationMs = Math.round(clock.monotonic() - panel.startedMs);
    const { principal } = panel;
    const usuarioId = principal?.kind === 'session' ? principal.usuario.id : null;
    log.info({ requestId, method, route, usuarioId, status, durationMs }, 'panel request');
  };

/** Sends the answer of a handler. Streams and files are sent past Fastify, and logged here. */
export const makeSend = (deps: PanelDeps) => {
  const { clock, log } = deps;
  const logRequest = makeLogRequest(deps);

  const openStream = (request: FastifyRequest, reply: FastifyReply, answer: Answer) => {
    // The client has gone.
    if (reply.raw.socket === null) {
      answer.release?.();
      throw new PanelError('parametro_invalido', 'La conexión en directo va sola.');
    }
    reply.hijack();
    logRequest(request, answer.status);
    const headers = [...Object.entries(PANEL_HEADERS).flat(), 'X-Request-Id', request.id];
    // The public answer may be stored and revalidated; a person's may not be stored at all.
    const own = answer.headers.map((each) => each.replace('no-cache', 'no-store'));
    takeOver(request.raw, reply.raw, { ...answer, headers: own }, headers, clock.now());
    return reply;
  };

  const sendFile = (request: FastifyRequest, reply: FastifyReply, answer: Answer) => {
    reply.hijack();
    logRequest(request, answer.status);
    const { id: requestId } = request;
    const own = Object.entries({ ...PRIVATE_HEADERS, 'x-request-id': requestId });
    const sent = sendPieces(reply.raw, answer, [...answer.headers, ...own.flat()]);
    sent.catch((error) => logCut(log, { requestId, route: routeName(request) }, error));
    return reply;
  };

  return async (request: FastifyRequest, reply: FastifyReply, answer: PanelAnswer) => {
    if (answer.open !== undefined) return openStream(request, reply, answer);
    const sent = await negotiate(answer, { 'accept-encoding': request.headers['accept-encoding'] });
    if (sent.pieces !== undefined) return sendFile(request, reply, sent);
    const { cookie } = answer;
    if (cookie !== undefined) reply.setCookie(cookie.name, cookie.value, cookie.options);
    // No cache keeps the answer, so that nobody could use the ETag.
    const { ETag: _, ...own } = contentHeaders(sent);
    return reply.code(sent.status).headers(own).send(sent.body);
  };
};
