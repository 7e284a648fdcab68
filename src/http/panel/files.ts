import { readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { codeOf } from '../../platform/error-codes.ts';
import type { Log } from '../../platform/log.ts';
import type { Answer } from '../answer/answer.ts';
import { basePathOf } from '../pages/base-path.ts';
import { CACHE_FOREVER, CACHE_REVALIDATE, sendPage } from '../pages/send-page.ts';
import type { PanelDeps } from './deps.ts';
import { PANEL_HEADERS } from './headers.ts';

/** The folder into which `npm run build` puts the panel. */
const BUILT = new URL('../../../panel/dist/', import.meta.url);
/** Vite puts the hash of its content into the name of every file in here. */
const HASHED_FOLDER = `${sep}assets${sep}`;
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const PLAIN_TEXT = 'text/plain; charset=utf-8';

const NOT_BUILT =
  'El panel no está construido: ejecuta «npm run build».\n' +
  'The panel has not been built: run "npm run build".\n';

/** Serves the panel as it was built: its files, and its page at every address below `/panel` that is none. */
export const makePanelFiles = ({
  publicUrl,
  log,
  folder = BUILT,
}: Pick<PanelDeps, 'publicUrl'> & {
  log: Pick<Log, 'error'>;
  folder?: URL;
}): FastifyPluginAsync => {
  const root = fileURLToPath(folder);

  const readIndex = makeReadIndex(join(root, 'index.html'), basePathOf(publicUrl));
  const sendIndex = async (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(request, reply, await readIndex(), { 'cache-control': CACHE_REVALIDATE });

  const sendMissing = (reply: FastifyReply) =>
    reply.code(404).type(PLAIN_TEXT).send('No existe. Not found.\n');

  const serve: FastifyPluginAsync = async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.headers({ ...PANEL_HEADERS, 'x-request-id': request.id });
    });
    await app.register(fastifyStatic, {
      root,
      index: false,
      dotfiles: 'ignore',
      // The build compresses, so that no request has to.
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.includes(HASHED_FOLDER);
        reply.header('cache-control', isHashed ? CACHE_FOREVER : CACHE_REVALIDATE);
      },
      decorateReply: false,
    });
    for (const url of ['/', '/index.html']) app.get(url, sendIndex);
    app.setNotFoundHandler((request, reply) => {
      const [path = ''] = request.url.split('?', 1);
      // A missing script must not be answered with a page.
      const isPage = /^(?:GET|HEAD)$/.test(request.method) && !/\.\w+$/.test(path);
      return isPage ? sendIndex(request, reply) : sendMissing(reply);
    });
    app.setErrorHandler((error: { statusCode?: number }, _, reply) => {
      // A path that leads out of the folder.
      if (error.statusCode === 403) return sendMissing(reply);
      if (codeOf(error) !== 'ENOENT') throw error;
      log.error({ err: error }, 'the panel cannot be read');
      return reply.code(503).type(PLAIN_TEXT).send(NOT_BUILT);
    });
  };

  return async (app) => {
    await app.register(serve, { prefix: '/panel' });
  };
};

/** Reads the page again when it has changed: after a new build, an old one would name scripts that are gone. */
const makeReadIndex = (path: string, basePath: string) => {
  let readAtMs = 0;
  let page: Answer | null = null;
  return async (): Promise<Answer> => {
    const { mtimeMs } = await stat(path);
    if (page !== null && mtimeMs === readAtMs) return page;
    const html = await readFile(path, 'utf8');
    // Keeps its compressed forms too: they cost every request a millisecond.
    page = { status: 200, headers: HTML, body: Buffer.from(withBasePath(html, basePath)) };
    readAtMs = mtimeMs;
    return page;
  };
};

/** Puts the path of PUBLIC_URL, which the build does not know, before the addresses in the page. */
const withBasePath = (html: string, basePath: string): string =>
  html.replaceAll(/\b(src|href)="(?:\.|\/panel)\//g, `$1="${basePath}/panel/`);
