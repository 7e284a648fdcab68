import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { memo } from '../../async/memo.ts';
import type { Log } from '../../log.ts';
import { type Answer, contentHeaders } from '../wire/answer.ts';
import { tailor } from '../wire/conditional.ts';
import { PANEL_HEADERS } from './headers.ts';

/** Where `npm run build` leaves the panel. */
const BUILT = new URL('../../../panel/dist/', import.meta.url);
const INDEX = 'index.html';
/** Names of these change with their content. */
const HASHED = /^assets\/.+-[\w-]{8,}\.\w+$/;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const UNKNOWN_TYPE = 'application/octet-stream';

const MISSING =
  'El panel no está construido: ejecute «npm run build».\n' +
  'The panel has not been built: run "npm run build".\n';

interface Site {
  files: ReadonlyMap<string, Answer>;
  index: Answer;
}

/**
 * The pages of the panel. Everything is read into memory when first asked for: a build that happens
 * meanwhile cannot pair an old page with new scripts, and no request names a file on disk.
 */
export const makePanelFiles = ({
  publicUrl,
  log,
  folder = BUILT,
}: {
  publicUrl: string;
  log: Pick<Log, 'error'>;
  folder?: URL;
}): FastifyPluginAsync => {
  const root = new URL(publicUrl).pathname.replace(/\/$/, '');
  const site = memo(() => readSite(folder, root));

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(PANEL_HEADERS).header('x-request-id', request.id);
    let found: Site;
    try {
      found = await site();
    } catch (error) {
      log.error({ err: error }, 'the panel cannot be read');
      return reply.code(503).type('text/plain; charset=utf-8').send(MISSING);
    }
    const path = request.url.replace(/[?#].*$/s, '').replace(/^.*?\/panel\/?/, '');
    const file = found.files.get(path);
    // What looks like a file and is none must not be answered with a page.
    if (file === undefined && /\.\w+$/.test(path)) {
      return reply.code(404).type('text/plain; charset=utf-8').send('No existe. Not found.\n');
    }
    const { headers } = request;
    const tailored = await tailor(file ?? found.index, {
      acceptEncoding: headers['accept-encoding'],
      ifNoneMatch: headers['if-none-match'],
    });
    reply
      .code(tailored.status)
      .header('vary', 'Accept-Encoding')
      .header(
        'cache-control',
        HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    reply.headers(contentHeaders(tailored));
    return reply.send(tailored.body);
  };

  return async (app) => {
    for (const url of ['/panel', '/panel/*']) app.get(url, answer);
  };
};

const readSite = async (folder: URL, root: string): Promise<Site> => {
  const base = fileURLToPath(folder);
  const entries = await readdir(base, { recursive: true, withFileTypes: true });
  const files = new Map<string, Answer>();
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(base, file).replaceAll(sep, '/');
    const bytes = await readFile(file);
    const body = path === INDEX ? Buffer.from(placed(bytes.toString('utf8'), root)) : bytes;
    files.set(path, fileAnswer(path, body));
  }
  const index = files.get(INDEX);
  if (index === undefined) throw new Error(`there is no ${INDEX}`);
  return { files, index };
};

const fileAnswer = (path: string, body: Buffer): Answer => ({
  status: 200,
  headers: ['Content-Type', TYPES[extname(path)] ?? UNKNOWN_TYPE],
  body,
  tag: hash('sha256', body, 'base64url').slice(0, 22),
});

/** The page is built for any place: here it learns the one it is served from. */
const placed = (html: string, root: string): string =>
  html.replaceAll(/\b(src|href)="(?:\.|\/panel)\//g, `$1="${root}/panel/`);
