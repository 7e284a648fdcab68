import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { LANGS } from '../../contract/bilingual.ts';
import type { Log } from '../../platform/log.ts';
import { basePathOf } from '../pages/base-path.ts';
import { CACHE_REVALIDATE, sendPage } from '../pages/send-page.ts';
import { findDownloads, makeDownloads } from './downloads.ts';
import { languageOf, rememberLanguage } from './language.ts';
import { type Deployment, readSite } from './site.ts';

const BUILT = fileURLToPath(new URL('../../../docs/site/dist/', import.meta.url));

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  // Tools on other origins may read guides and documents.
  'access-control-allow-origin': '*',
  // Scripts may ask this service only: its search and its API.
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
    "script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'",
};
const REVALIDATED = { 'cache-control': CACHE_REVALIDATE };
/** Where the language of the browser decides. */
const NEGOTIATED = { ...REVALIDATED, vary: 'Accept-Encoding, Accept-Language, Cookie' };

interface Options extends Omit<Deployment, 'hasDownloads'> {
  log: Pick<Log, 'error'>;
  /** The folder of the clients' packages, if there are any. */
  downloads?: string | null;
  folder?: string;
}

/** Serves the documentation as it was built: pages from memory, assets from the folder. */
export const makeDocs = (options: Options): FastifyPluginAsync => {
  const { log, folder = BUILT, downloads = findDownloads(options.version), ...rest } = options;
  const deployment = { ...rest, hasDownloads: downloads !== null };
  const root = basePathOf(deployment.publicUrl);
  return async (app) => {
    app.addHook('onRequest', async (_, reply) => void reply.headers(HEADERS));
    // Somebody who typed only the address of the service is looking for its documentation.
    app.get('/', (_, reply) => reply.redirect(`${root}/docs`));
    if (downloads !== null) await app.register(makeDownloads(downloads));
    const site = await readSite(folder, deployment).catch((error: unknown) => {
      log.error({ err: error }, 'the documentation has not been built: run `npm run build`');
      return null;
    });
    if (site === null) return;

    for (const [address, answer] of site.answers) {
      app.get(address, (request, reply) => {
        const cookie = rememberLanguage(request.query, root);
        if (cookie !== undefined) reply.header('set-cookie', cookie);
        return sendPage(request, reply, answer, REVALIDATED);
      });
    }
    for (const paths of site.translations) {
      // A page's name in either language leads to the page in the reader's.
      for (const address of new Set(LANGS.map((lang) => paths[lang].replace(`/${lang}`, '')))) {
        app.get(address, (request, reply) =>
          reply.headers(NEGOTIATED).redirect(root + paths[languageOf(request)]),
        );
      }
    }
    app.get('/docs/*', (request, reply) => {
      const [path = ''] = request.url.split('?', 1);
      const trimmed = path.slice(0, -1);
      if (path.endsWith('/') && app.hasRoute({ method: 'GET', url: trimmed })) {
        return reply.redirect(root + trimmed, 308);
      }
      const missing = site.answers.get(`/docs/missing.${languageOf(request)}`);
      reply.code(404).headers(NEGOTIATED).type('text/html; charset=utf-8');
      return reply.send(missing?.body);
    });
    await app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/docs/recursos/',
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
      // Times differ between installs, and the names say more.
      etag: false,
      lastModified: false,
      index: false,
      decorateReply: false,
    });
  };
};
