import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../log.ts';
import { contentHeaders } from '../wire/answer.ts';
import { tailor } from '../wire/conditional.ts';
import { memo } from './memo.ts';
import type { Resource } from './resource.ts';
import type { SiteOptions } from './site.ts';

const BASE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  vary: 'Accept-Encoding',
};

/**
 * `/docs` and `/openapi.json`. Nothing is loaded, read or rendered before somebody asks: a service that
 * starts often should not pay for pages that nobody opens.
 */
export const makeDocs = ({
  log,
  ...options
}: SiteOptions & { log: Pick<Log, 'error'> }): FastifyPluginAsync => {
  const site = memo(async () => (await import('./site.ts')).buildSite(options));

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { root, resources, missing } = await site();
    const path = request.url.replace(/\?.*$/s, '');
    const found = resources.get(path);
    const trimmed = path.replace(/\/+$/, '');
    if (found === undefined && resources.has(trimmed)) {
      return reply.redirect(root + trimmed, 308);
    }
    return send(request, reply, found ?? missing);
  };

  return async (app) => {
    // What went wrong is ours to read: the reader gets no path of a file.
    app.setErrorHandler((error, request, reply) => {
      log.error({ requestId: request.id, err: error }, 'page failed');
      return reply
        .code(500)
        .type('text/plain; charset=utf-8')
        .send('Error interno. Internal error.');
    });
    for (const url of ['/docs', '/docs/*', '/openapi.json']) app.get(url, answer);
    // Who comes with nothing but the address is a person.
    app.get('/', async (_, reply) => reply.redirect(`${(await site()).root}/docs`, 302));
  };
};

const send = async (
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { load, cacheControl, headers: own }: Resource,
) => {
  const tailored = await tailor(await load(), {
    acceptEncoding: headers['accept-encoding'],
    ifNoneMatch: headers['if-none-match'],
  });
  reply.code(tailored.status).headers({ ...BASE_HEADERS, ...own, 'cache-control': cacheControl });
  reply.headers(contentHeaders(tailored));
  return reply.send(tailored.body);
};
