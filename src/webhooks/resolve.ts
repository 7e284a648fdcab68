import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { codeOf } from '../platform/error-codes.ts';

/** Ends well before the deadline of the attempt. */
const LOOKUP_MS_MAX = 8_000;
const QUERY_MS = 2_500;
const QUERY_TRIES = 2;
const PROBE_MS = 2_000;
/** Once one family has answered, the other gets this long: most names have one family only. */
const SECOND_FAMILY_MS = 50;
const ADDRESSES_MAX = 8;

export type Resolution =
  | { ok: true; addresses: string[] }
  | { ok: false; fallo: 'dns' | 'dns_propio' };

export type Resolve = (hostname: string) => Promise<Resolution>;

/** DNS queries. Rejects with the code of the failure, also when `signal` is aborted. */
export interface Dns {
  query(hostname: string, family: 4 | 6, signal: AbortSignal): Promise<string[]>;
  /** Whether our resolver answers at all, whatever it says. */
  probe(): Promise<boolean>;
}

/** Codes that are an answer about the name, not a failure of the resolver. */
const NO_SUCH_NAME = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];
const REFUSALS = [...NO_SUCH_NAME, 'EREFUSED', 'ENOTIMP', 'EFORMERR'];

/** Not `getaddrinfo`: it blocks a thread of libuv's small pool, which files and compression need too. */
const systemDns: Dns = {
  async query(hostname, family, signal) {
    const resolver = new dns.Resolver({ timeout: QUERY_MS, tries: QUERY_TRIES });
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await (family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  },
  async probe() {
    const resolver = new dns.Resolver({ timeout: PROBE_MS, tries: 1 });
    try {
      await resolver.resolve('.', 'NS');
      return true;
    } catch (error) {
      return REFUSALS.includes(codeOf(error));
    }
  },
};

/** Resolves a name, or says whose fault it is that there is no address: if our resolver is down, it is ours. */
export const makeResolve =
  (source: Dns = systemDns, lookupMsMax = LOOKUP_MS_MAX): Resolve =>
  async (hostname) => {
    if (isIP(hostname) !== 0) return { ok: true, addresses: [hostname] };
    // By standard, the network is never asked for this name.
    if (/(?:^|\.)localhost$/.test(hostname)) return { ok: true, addresses: ['127.0.0.1', '::1'] };
    const answers = await ask(source, hostname, lookupMsMax);
    const addresses = answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (addresses.length > 0) return { ok: true, addresses: addresses.slice(0, ADDRESSES_MAX) };
    const isKnown = answers.some(
      (each) => each.status === 'rejected' && NO_SUCH_NAME.includes(codeOf(each.reason)),
    );
    return { ok: false, fallo: isKnown || (await source.probe()) ? 'dns' : 'dns_propio' };
  };

/** The answers of both families, IPv4 first. A query that takes too long is aborted. */
const ask = async (source: Dns, hostname: string, lookupMsMax: number) => {
  const stop = new AbortController();
  let timer = setTimeout(() => stop.abort(), lookupMsMax);
  const query = async (family: 4 | 6): Promise<string[]> => {
    const addresses = await source.query(hostname, family, stop.signal);
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(), SECOND_FAMILY_MS);
    return addresses;
  };
  const answers = await Promise.allSettled([query(4), query(6)]);
  clearTimeout(timer);
  return answers;
};
