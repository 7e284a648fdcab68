import { fastify, type LightMyRequestResponse } from 'fastify';
import { makeDocs } from '../../src/http/docs/docs.ts';
import { makeLog } from '../../src/platform/log.ts';

export const PUBLIC_URL = 'https://comanda.example';

/** Serves the documentation without the rest of the service. */
export const startDocs = (
  publicUrl = PUBLIC_URL,
  isGuessed = false,
  downloads: string | null = null,
) => {
  const app = fastify();
  const deployment = { version: '1.2.3', publicUrl, isGuessed, downloads };
  app.register(makeDocs({ ...deployment, log: makeLog('silent') }));
  return {
    get: (url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
      app.inject({ url, headers }),
    /** Listens for a browser; gives its address. */
    async listen(t: { after(cleanup: () => Promise<void>): void }): Promise<string> {
      t.after(() => app.close());
      return app.listen({ host: '127.0.0.1', port: 0 });
    },
    head: (url: string): Promise<LightMyRequestResponse> => app.inject({ method: 'HEAD', url }),
  };
};

/** Values of an attribute in a page. */
export const attributes = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
