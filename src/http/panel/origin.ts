import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { TrustProxy } from '../wire/client-address.ts';
import { PanelError } from './errors.ts';

/** Other sites' forms and pictures cannot send it, and their scripts only after a preflight that fails. */
export const OWN_HEADER = 'x-comanda-panel';

type Asking = Pick<IncomingMessage, 'headers' | 'method' | 'socket'>;

/** Whether the browser came over https: PUBLIC_URL says so, or a proxy that we believe. */
export const makeIsSecure = (publicUrl: string, trust: TrustProxy) => {
  if (publicUrl.startsWith('https:')) return () => true;
  if (trust === false) return () => false;
  const isTrusted =
    typeof trust === 'number'
      ? () => trust > 0
      : proxyAddr.compile(trust.split(',').map((each) => each.trim()));
  return ({ headers, socket }: Asking): boolean => {
    const [proto = ''] = String(headers['x-forwarded-proto'] ?? '').split(',');
    return proto.trim() === 'https' && isTrusted(socket.remoteAddress ?? '', 0);
  };
};

/**
 * Refuses what another site made the browser send. The cookie's `SameSite` keeps most of it out; this
 * also holds for neighbours on the same site and for browsers that do not know the attribute. A change
 * must say where it comes from: every browser does.
 */
export const makeOriginGuard = (publicUrl: string) => {
  const publicOrigin = new URL(publicUrl).origin;

  return ({ headers, method }: Asking): void => {
    const site = headers['sec-fetch-site'];
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead) {
      if (site === undefined || site === 'same-origin' || site === 'none') return;
      throw refused();
    }
    const { origin, host } = headers;
    const isOurs =
      origin === undefined
        ? site === 'same-origin'
        : (origin === publicOrigin || URL.parse(origin)?.host === host) &&
          (site === undefined || site === 'same-origin');
    if (!isOurs || headers[OWN_HEADER] !== '1') throw refused();
  };
};

const refused = (): PanelError =>
  new PanelError('peticion_rechazada', 'La petición no viene del panel.');
