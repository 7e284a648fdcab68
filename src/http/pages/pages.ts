import type { FastifyPluginAsync } from 'fastify';
import type { Log } from '../../platform/log.ts';
import { ApiError, badAddress, badRequest, type ErrorAnswer, fixedError } from '../api/errors.ts';
import { unknownPath } from '../api/unknown-path.ts';
import { isDecodable, PATH_CHARS_MAX, splitTarget } from '../server/address.ts';
import { inTurn } from '../server/server.ts';

const HSTS = 'max-age=31536000';

interface PagesDeps {
  pages: readonly FastifyPluginAsync[];
  errorAnswer: ErrorAnswer;
  isHttps: boolean;
  log: Pick<Log, 'error'>;
}

/** Everything that is not below `/api`. */
export const makePages =
  ({ pages, errorAnswer, isHttps, log }: PagesDeps): FastifyPluginAsync =>
  async (app) => {
    if (isHttps) {
      app.addHook('onRequest', async (_, reply) => {
        reply.header('strict-transport-security', HSTS);
      });
    }
    // Pages have no rate limit, so the pipelined requests of a connection are served one at a time.
    app.addHook('onRequest', (_, { raw }, next) => inTurn(raw, next));
    // 400: the path cannot be decoded; 404: it is longer than that of any page.
    app.addHook('onRequest', async ({ originalUrl }) => {
      const [path] = splitTarget(originalUrl);
      // The panel's API checks its own paths.
      if (path.startsWith('/panel/api')) return;
      if (path.length > PATH_CHARS_MAX) throw fixedError('no_encontrado');
      if (!isDecodable(path)) throw badAddress();
    });

    // Pages take no body: one of any type is discarded unread.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_, body, done) => {
      body.resume();
      done(null);
    });
    app.setNotFoundHandler(({ originalUrl }) => {
      throw unknownPath(splitTarget(originalUrl)[0]);
    });
    app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      const isClientError = error.statusCode !== undefined && error.statusCode < 500;
      const known = isClientError ? badRequest() : fixedError('error_interno');
      if (!isClientError && !(error instanceof ApiError)) {
        log.error({ requestId: request.id, err: error }, 'a page failed');
      }
      const { status, headers, body } = errorAnswer(error instanceof ApiError ? error : known);
      return reply
        .code(status)
        .headers({ 'x-request-id': request.id, ...headers })
        .send(body);
    });
    for (const page of pages) await app.register(page);
  };
