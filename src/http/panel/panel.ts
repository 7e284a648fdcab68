import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { StorageBusyError } from '../../storage/port/errors.ts';
import { type Answer, contentHeaders } from '../wire/answer.ts';
import { negotiate } from '../wire/negotiate.ts';
import { logCut, sendPieces } from '../wire/send-pieces.ts';
import { takeOver } from '../wire/take-over.ts';
import { makeBulkhead } from './bulkhead.ts';
import { addChecks, PANEL_API } from './checks.ts';
import type { PanelDeps } from './deps.ts';
import { BODY_BYTES_MAX, errorAnswer, notFound, PanelError, toPanelError } from './errors.ts';
import { makePanelFiles } from './files.ts';
import { PANEL_HEADERS, PRIVATE_HEADERS } from './headers.ts';
import { makePanelRoutes } from './routes.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const UNKNOWN_ROUTE = 'desconocida';

/** The panel's API and its files. */
export const makePanel = (deps: PanelDeps): FastifyPluginAsync => {
  const parts = [makePanelApi(deps), makePanelFiles(deps)];
  return async (app) => {
    for (const part of parts) await app.register(part);
  };
};

const makePanelApi = (deps: PanelDeps): FastifyPluginAsync => {
  const { clock, metrics, log } = deps;
  const routes = makePanelRoutes(deps);
  const bulkheads = { quick: makeBulkhead(), slow: makeBulkhead() };

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const { panel, headers, body } = request;
    if (panel.route === null) throw notFound();
    const { route, cuenta } = panel;
    const handle = () => route.handle(panel, body);
    const bulkhead = bulkheads[route.isSlow ? 'slow' : 'quick'];
    const answer = await (cuenta === null ? handle() : bulkhead(cuenta.id, handle));
    if (answer.open !== undefined) return openStream(request, reply, answer);
    const sent = await negotiate(answer, { 'accept-encoding': headers['accept-encoding'] });
    if (sent.pieces !== undefined) return sendFile(request, reply, sent);
    // No cache keeps the answer, so that nobody could use the ETag.
    const { ETag: _, ...own } = contentHeaders(sent);
    return reply.code(sent.status).headers(own).send(sent.body);
  };

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

  const unexpected = (error: unknown, request: FastifyRequest): PanelError => {
    const { id: requestId } = request;
    log.error({ requestId, route: routeName(request), err: error }, 'panel request failed');
    return error instanceof StorageBusyError
      ? new PanelError('no_disponible', 'El servicio no responde. Inténtalo de nuevo.')
      : new PanelError('error_interno', `Error interno (${requestId}).`);
  };

  const logRequest = (request: FastifyRequest, status: number): void => {
    const { id: requestId, method, panel } = request;
    const route = routeName(request);
    metrics.panelAnswered(route, status);
    const durationMs = Math.round(clock.monotonic() - panel.startedMs);
    const { principal } = panel;
    const usuarioId = principal?.kind === 'session' ? principal.usuario.id : null;
    log.info({ requestId, method, route, usuarioId, status, durationMs }, 'panel request');
  };

  return async (app) => {
    app.addHook('onRequest', async ({ id }, reply) => {
      reply.headers({ ...PRIVATE_HEADERS, 'x-request-id': id });
    });
    addChecks(app, deps, routes);
    app.addHook('onSend', async (request, reply) => logRequest(request, reply.statusCode));
    app.setErrorHandler((error, request, reply) => {
      const answer = errorAnswer(toPanelError(error) ?? unexpected(error, request));
      return reply.code(answer.status).headers(contentHeaders(answer)).send(answer.body);
    });
    for (const url of [PANEL_API, `${PANEL_API}/*`]) {
      app.route({ method: METHODS, url, bodyLimit: BODY_BYTES_MAX, handler: serve });
    }
  };
};

const routeName = ({ panel: { route } }: FastifyRequest): string => route?.path ?? UNKNOWN_ROUTE;
