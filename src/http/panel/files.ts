import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { memo } from '../../platform/async/memo.ts';
import type { Log } from '../../platform/log.ts';
import { basePathOf } from '../pages/base-path.ts';
import { CACHE_FOREVER, CACHE_REVALIDATE, sendPage } from '../pages/send-page.ts';
import type { Answer } from '../wire/answer.ts';
import type { PanelDeps } from './deps.ts';
import { PANEL_HEADERS } from './headers.ts';

/** The folder into which `npm run build` puts the panel. */
const BUILT = new URL('../../../panel/dist/', import.meta.url);
const INDEX = 'index.html';
/** Vite puts the hash of its content into the name of every file in here. */
const HASHED_FOLDER = 'assets/';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
const UNKNOWN_TYPE = 'application/octet-stream';
const PLAIN_TEXT = 'text/plain; charset=utf-8';

const NOT_BUILT =
  'El panel no está construido: ejecuta «npm run build».\n' +
  'The panel has not been built: run "npm run build".\n';

/**
 * Serves the panel's files from memory: a build that runs meanwhile cannot pair an old page with new scripts, and no request
 * can name a file on disk.
 */
export const makePanelFiles = ({
  publicUrl,
  log,
  folder = BUILT,
}: Pick<PanelDeps, 'publicUrl'> & {
  log: Pick<Log, 'error'>;
  folder?: URL;
}): FastifyPluginAsync => {
  const files = memo(() => readFiles(fileURLToPath(folder), basePathOf(publicUrl)));

  return async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.headers({ ...PANEL_HEADERS, 'x-request-id': request.id });
    });
    app.setErrorHandler((error, _, reply) => {
      log.error({ err: error }, 'the panel cannot be read');
      return reply.code(503).type(PLAIN_TEXT).send(NOT_BUILT);
    });
    for (const url of ['/panel', '/panel/*']) {
      app.get(url, async (request: FastifyRequest<{ Params: { '*'?: string } }>, reply) => {
        const { index, byPath } = await files();
        const path = request.params['*'] ?? '';
        const file = byPath.get(path);
        // A missing script must not be answered with a page.
        if (file === undefined && /\.\w+$/.test(path)) {
          return reply.code(404).type(PLAIN_TEXT).send('No existe. Not found.\n');
        }
        const isHashed = file !== undefined && path.startsWith(HASHED_FOLDER);
        return sendPage(request, reply, file ?? index, {
          'cache-control': isHashed ? CACHE_FOREVER : CACHE_REVALIDATE,
        });
      });
    }
  };
};

const readFiles = async (folder: string, basePath: string) => {
  const byPath = new Map<string, Answer>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).replaceAll(sep, '/');
    const bytes = await readFile(file);
    const body = path === INDEX ? withBasePath(bytes, basePath) : bytes;
    const headers = ['Content-Type', TYPES[extname(path)] ?? UNKNOWN_TYPE];
    byPath.set(path, { status: 200, headers, body });
  }
  const index = byPath.get(INDEX);
  if (index === undefined) throw new Error(`there is no ${INDEX}`);
  return { index, byPath };
};

/** Puts the path of PUBLIC_URL, which the build does not know, before the addresses in the page. */
const withBasePath = (html: Buffer, basePath: string): Buffer =>
  Buffer.from(
    html.toString('utf8').replaceAll(/\b(src|href)="(?:\.|\/panel)\//g, `$1="${basePath}/panel/`),
  );
