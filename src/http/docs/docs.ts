import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { memo } from '../../async/memo.ts';
import type { Log } from '../../log.ts';
import { sendPage } from '../pages/send-page.ts';
import type { SiteOptions } from './build.ts';

const BASE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

/** The first request renders the site: a start of the service does not pay for pages that nobody opens. */
export const makeDocs = ({
  log,
  ...options
}: SiteOptions & { log: Pick<Log, 'error'> }): FastifyPluginAsync => {
  const site = memo(async () => (await import('./build.ts')).buildSite(options));

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const { root, resources, missing } = await site();
    const [path = ''] = request.url.split('?', 1);
    const found = resources.get(path);
    const trimmed = withoutTrailingSlashes(path);
    if (found === undefined && resources.has(trimmed)) {
      return reply.redirect(root + trimmed, 308);
    }
    const { load, headers } = found ?? missing;
    return sendPage(request, reply, await load(), { ...BASE_HEADERS, ...headers });
  };

  return async (app) => {
    // The error may name a path on disk: it goes to the log, and the reader gets a fixed text.
    app.setErrorHandler((error, request, reply) => {
      log.error({ requestId: request.id, err: error }, 'page failed');
      return reply
        .code(500)
        .type('text/plain; charset=utf-8')
        .send('Error interno. Internal error.');
    });
    for (const url of ['/docs', '/docs/*', '/openapi.json']) app.get(url, serve);
    // Somebody who typed only the address of the service is looking for its documentation.
    app.get('/', async (_, reply) => reply.redirect(`${(await site()).root}/docs`, 302));
  };
};

/** Not by a regular expression: `/\/+$/` takes quadratic time on a path full of slashes. */
const withoutTrailingSlashes = (path: string): string => {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
};
