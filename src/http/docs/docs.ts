import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { memo } from '../../platform/async/memo.ts';
import type { Log } from '../../platform/log.ts';
import { pathOf, splitTarget } from '../api/router.ts';
import { sendPage } from '../pages/send-page.ts';
import type { SiteOptions } from './build.ts';
import { OPENAPI_PATH } from './guides.ts';
import { languageOf, rememberLanguage } from './language.ts';
import { makeResource } from './resource.ts';

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
    const { root, resources, searches, missing, aliases } = await site();
    const [path, search] = splitTarget(pathOf(request.url));
    const query = new URLSearchParams(search);
    const lang = languageOf(request);
    const alias = aliases.get(path);
    const answerQuery = searches.get(path);
    const found =
      answerQuery === undefined
        ? resources.get(alias?.[lang] ?? path)
        : makeResource('page', answerQuery(query.get('q') ?? ''));
    // The lookbehind keeps the pattern from taking quadratic time on a path full of slashes.
    const trimmed = path.replace(/(?<!\/)\/+$/, '');
    const isKnown = [resources, searches, aliases].some((each) => each.has(trimmed));
    if (found === undefined && isKnown) return reply.redirect(root + trimmed, 308);
    const cookie = rememberLanguage(query, root);
    if (cookie !== undefined) reply.header('set-cookie', cookie);
    const { answer, headers } = found ?? missing[lang];
    // A page at an address of its own is the same for everybody.
    const isNegotiated = alias !== undefined || found === undefined;
    const vary = isNegotiated && { vary: 'Accept-Encoding, Accept-Language, Cookie' };
    return sendPage(request, reply, answer, { ...BASE_HEADERS, ...headers, ...vary });
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
    for (const url of ['/docs', '/docs/*', ...Object.values(OPENAPI_PATH)]) app.get(url, serve);
    // Somebody who typed only the address of the service is looking for its documentation.
    app.get('/', async (_, reply) => reply.redirect(`${(await site()).root}/docs`, 302));
  };
};
