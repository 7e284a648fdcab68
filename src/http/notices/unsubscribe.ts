import type { FastifyPluginAsync } from 'fastify';
import { UNSUBSCRIBE_PATH, type Unsubscribing } from '../../health/tell/unsubscribing.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; style-src 'unsafe-inline'",
};
const BODY_BYTES_MAX = 4 * 1_024;

const page = (text: string, english: string, form = ''): string =>
  '<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Comanda</title><style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}' +
  'button{font:inherit;padding:.6rem 1.2rem}</style></head>' +
  `<body><main><h1>Comanda</h1><p>${text}</p><p lang="en">${english}</p>${form}</main></body></html>`;

const ASK = page(
  '¿Dejar de recibir avisos por correo?',
  'Stop getting notices by mail?',
  '<form method="post"><button>Darse de baja · Unsubscribe</button></form>',
);
const DONE = page(
  'Hecho: ya no recibirás avisos por correo. Puedes volver a activarlos en «Mi cuenta».',
  'Done: you get no more notices by mail. You can turn them on again under “My account”.',
);
const INVALID = page('Este enlace no es válido.', 'This link is not valid.');

/**
 * The link in a message that ends such messages. Following it only asks: scanners of mail follow links. A POST ends them, as mail
 * programs send it (RFC 8058), without a session or a page of ours.
 */
export const makeUnsubscribePage =
  (unsubscribing: Unsubscribing): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));
    app.addHook('onRequest', async (_, reply) => void reply.headers(HEADERS));
    const url = `${UNSUBSCRIBE_PATH}/:token`;
    app.get<{ Params: { token: string } }>(url, (request, reply) => {
      const isValid = unsubscribing.isValid(request.params.token);
      return reply.code(isValid ? 200 : 404).send(isValid ? ASK : INVALID);
    });
    app.post<{ Params: { token: string } }>(
      url,
      { bodyLimit: BODY_BYTES_MAX },
      async (request, reply) => {
        const isDone = await unsubscribing.unsubscribe(request.params.token);
        return reply.code(isDone ? 200 : 404).send(isDone ? DONE : INVALID);
      },
    );
  };
