import { startSite } from '../support/machine/loopback.ts';
import type { Cleanup } from '../support/service.ts';

/**
 * A proxy that ends a broken answer as if it were whole, as some do (Caddy 2.6, HAProxy 2.6 over HTTP/2). The n-th
 * export breaks off after `breaks[n]` bytes, and later ones are whole. Gives its address.
 */
export const startLenientProxy = (t: Cleanup, to: string, breaks: number[]): Promise<string> =>
  startSite(t, async ({ url = '', headers: { authorization = '' } }, response) => {
    const answer = await fetch(`${to}${url}`, { headers: { authorization } });
    const body = Buffer.from(await answer.arrayBuffer());
    const posicion = answer.headers.get('x-posicion');
    response.writeHead(answer.status, posicion === null ? {} : { 'x-posicion': posicion });
    response.end(posicion === null ? body : body.subarray(0, breaks.shift()));
  });
