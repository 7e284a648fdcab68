import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { StorageBusyError } from '../../storage/port/errors.ts';
import { pathOfRoute } from '../answer/send.ts';
import { makeValidatorCompiler } from '../validator.ts';
import { makeBulkhead } from './bulkhead.ts';
import { addChecks } from './checks.ts';
import type { PanelDeps } from './deps.ts';
import { errorAnswer, PanelError, toPanelError } from './errors.ts';
import { makePanelFiles } from './files.ts';
import { PRIVATE_HEADERS } from './headers.ts';
import { readParameters } from './query.ts';
import type { PanelRoute } from './route.ts';
import { makePanelRoutes } from './routes.ts';
import { makeLogRequest, makeSend } from './send.ts';

const PANEL_API = '/panel/api';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** The longest name and address of a webhook. */
const BODY_BYTES_MAX = 20 * 1_024;
/** An e-mail address and a password, with every character escaped. */
const ANYONE_BODY_BYTES_MAX = 8 * 1_024;

/** The panel's files and its API. */
export const makePanel =
  (deps: PanelDeps): FastifyPluginAsync =>
  async (app) => {
    await app.register(makePanelFiles(deps));
    await app.register(makePanelApi(deps), { prefix: PANEL_API });
  };

const makePanelApi =
  (deps: PanelDeps): FastifyPluginAsync =>
  async (app) => {
    const { log, outage } = deps;
    await app.register(fastifyCookie);
    const json = app.getDefaultJsonParser('error', 'error');
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'string' }, json);
    app.setValidatorCompiler(makeValidatorCompiler(readParameters));

    const logRequest = makeLogRequest(deps);
    app.addHook('onRequest', async ({ id }, reply) => {
      reply.headers({ ...PRIVATE_HEADERS, 'x-request-id': id });
    });
    addChecks(app, deps);
    app.addHook('onSend', async (request, reply) => logRequest(request, reply));

    const unexpected = (error: unknown, request: FastifyRequest): PanelError => {
      const { id: requestId } = request;
      const details = { requestId, route: pathOfRoute(request), err: error };
      if (error instanceof StorageBusyError) {
        outage.failed('error', details, 'the database refuses requests of the panel');
        return new PanelError('no_disponible', 'El servicio no responde. Inténtalo de nuevo.');
      }
      log.error(details, 'panel request failed');
      return new PanelError('error_interno', `Error interno (${requestId}).`);
    };
    app.setErrorHandler((error, request, reply) => {
      const known = toPanelError(error, request.routeOptions.bodyLimit);
      const answer = errorAnswer(known ?? unexpected(error, request));
      return reply.code(answer.status).headers(answer.headers).send(answer.body);
    });

    addRoutes(app, deps);
  };

const addRoutes = (app: FastifyInstance, deps: PanelDeps): void => {
  const routes = makePanelRoutes(deps);
  const bulkheads = { quick: makeBulkhead(), slow: makeBulkhead() };
  const send = makeSend(deps);

  const answer = ({ query, handle, isSlow }: PanelRoute, request: FastifyRequest) => {
    const { panel } = request;
    const work = () => handle(panel, query === null ? request.body : request.query);
    if (panel.cuenta === null) return work();
    return bulkheads[isSlow ? 'slow' : 'quick'](panel.cuenta.id, work);
  };

  for (const route of routes) {
    const { method, path, access, right, query, body } = route;
    app.route({
      method,
      url: urlOf(path),
      schema: { ...(query && { querystring: query }), ...(body && { body }) },
      config: { access, right, path },
      bodyLimit: access === 'anyone' ? ANYONE_BODY_BYTES_MAX : BODY_BYTES_MAX,
      handler: async (request, reply) => send(request, reply, await answer(route, request)),
    });
  }
  for (const [path, ofPath] of Map.groupBy(routes, ({ path }) => path)) {
    const allowed = ofPath.flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : method));
    app.route({
      method: METHODS.filter((method) => !allowed.includes(method as never)),
      url: urlOf(path),
      config: { allow: allowed.sort().join(', ') },
      handler: unreachable,
    });
  }
  // Below the panel, an address that is no file is a page. Not here: the checks refuse what has no right to be called.
  for (const url of ['', '/*']) app.route({ method: METHODS, url, handler: unreachable });
};

const urlOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Of routes that the checks refuse. */
const unreachable = () => {
  throw new Error('a check is missing');
};
