import type { IncomingMessage } from 'node:http';
import { makeIsTrusted, type TrustProxy } from '../server/request.ts';
import { PanelError } from './errors.ts';

/** Another site's form cannot send this header, and its script only after a preflight, which fails. */
export const CSRF_HEADER = 'x-comanda-panel';

type Request = Pick<IncomingMessage, 'headers' | 'method' | 'socket'>;

/** Whether the browser came over https, by PUBLIC_URL or by a trusted proxy. */
export const makeIsSecure = (publicUrl: string, trust: TrustProxy) => {
  if (publicUrl.startsWith('https:')) return () => true;
  const isTrusted = makeIsTrusted(trust);
  return ({ headers, socket }: Request): boolean => {
    const [proto = ''] = String(headers['x-forwarded-proto'] ?? '').split(',');
    return proto.trim() === 'https' && isTrusted(socket.remoteAddress ?? '', 0);
  };
};

/**
 * Refuses CSRF: beyond `SameSite`, it covers sibling domains and old browsers. A change must name its origin: that of
 * PUBLIC_URL, scheme included, or, if PUBLIC_URL is not set, the host that it was sent to.
 */
export const makeOriginCheck =
  (publicOrigin: string | null) =>
  ({ headers, method }: Request): void => {
    const { origin, host, 'sec-fetch-site': site } = headers;
    const isSameOrigin = site === 'same-origin';
    if (method === 'GET' || method === 'HEAD') {
      if (site === undefined || isSameOrigin || site === 'none') return;
      throw refused();
    }
    const isNamed =
      publicOrigin === null ? URL.parse(origin ?? '')?.host === host : origin === publicOrigin;
    const isOurs =
      origin === undefined ? isSameOrigin : isNamed && (site === undefined || isSameOrigin);
    if (!isOurs || headers[CSRF_HEADER] !== '1') throw refused();
  };

const refused = (): PanelError =>
  new PanelError('peticion_rechazada', 'La petición no viene del panel.');
