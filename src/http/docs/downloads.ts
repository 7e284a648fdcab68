import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { CACHE_REVALIDATE } from '../pages/send-page.ts';

/** `npm run release` writes it, in a checkout and into the package. */
const MADE = new URL('../../../dist/descargas/', import.meta.url);

/** The folder of the clients' packages, if they are of this version: a checkout may have older ones, or none. */
export const findDownloads = (version: string, made: URL = MADE): string | null =>
  existsSync(new URL(`comanda_client-${version}-py3-none-any.whl`, made))
    ? fileURLToPath(made)
    : null;

/** Serves what integrators install, because a service of one's own has no public registry. */
export const makeDownloads =
  (folder: string): FastifyPluginAsync =>
  async (app) => {
    await app.register(fastifyStatic, {
      root: folder,
      prefix: '/descargas/',
      cacheControl: false,
      setHeaders(response) {
        response.header('cache-control', CACHE_REVALIDATE);
        response.header('x-content-type-options', 'nosniff');
      },
      index: false,
      decorateReply: false,
    });
  };
