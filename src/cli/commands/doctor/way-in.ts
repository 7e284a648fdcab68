import { listenerUrl } from '../../../config/addresses.ts';
import { fault, ok, warning } from '../../../platform/finding.ts';
import { ask, type Check, whyUnanswered } from './check.ts';

/** Asks for what only this service has, under the name that clients use. */
export const checkPublicUrl: Check = async ({ publicUrl, publicOrigin }) => {
  const url = `${publicUrl}/openapi.json`;
  try {
    const answer = await ask(url);
    const { info } = answer.ok ? ((await answer.json()) as { info?: { title?: string } }) : {};
    if (info?.title?.startsWith('Comanda')) return ok(`${publicUrl} leads here`);
    const detail = `${url} answers ${answer.status}, and not with our document`;
    return fault(detail, 'compare PUBLIC_URL with the settings of the proxy');
  } catch (error) {
    const isSet = publicOrigin !== null;
    return (isSet ? fault : warning)(
      `${url} does not answer: ${whyUnanswered(error)}`,
      isSet
        ? 'check its name in the DNS, its certificate, and that the service runs'
        : 'start the service, and set PUBLIC_URL to the address that clients use',
    );
  }
};

/** From TEST-NET-3: nobody has it. */
const FORGED = '203.0.113.77';

/** Requests without a key are counted by client address, so the counts tell which address the service sees. */
export const checkProxy: Check = async (config) => {
  const { publicUrl, trustProxy } = config;
  const direct = listenerUrl(config.host, config.port);
  const first = await remaining(publicUrl);
  const forged = first && (await remaining(publicUrl, { 'x-forwarded-for': FORGED }));
  if (first === null || forged === null) {
    return warning('not tried: no answer with a rate limit', 'put the public address right first');
  }
  if (forged >= first) {
    return fault(
      'a client can choose the address that its limit is counted on, with X-Forwarded-For',
      'let TRUST_PROXY name the proxies in front and no more, and let them overwrite the header',
    );
  }
  if (publicUrl === direct) return ok('none in front, and forwarded addresses are not believed');
  const beside = trustProxy === false ? await remaining(direct) : null;
  if (beside === null || beside >= forged) return ok('forged addresses are not believed');
  return warning(
    `requests by ${publicUrl} and from this machine are counted together, and TRUST_PROXY is not set`,
    'if a proxy is in front, set TRUST_PROXY=1: all its clients share one limit otherwise',
  );
};

/** Requests that the client has left; null if there is no answer that says so. */
const remaining = async (url: string, headers?: Record<string, string>): Promise<number | null> => {
  const answer = await ask(`${url}/api/restaurante`, headers).catch(() => null);
  const value = answer?.headers.get('x-ratelimit-remaining') ?? null;
  return value === null ? null : Number(value);
};
