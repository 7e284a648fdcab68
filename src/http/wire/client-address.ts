import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** Nobody, so many proxies, or the proxies at these addresses. */
export type TrustProxy = false | number | string;

/** What tells where a request comes from. */
export type Addressed = Pick<IncomingMessage, 'socket' | 'headers'>;

/**
 * Whose request it is, for those without a valid key. Only proxies that the operator named are
 * believed about the address behind them: anybody can write a header.
 */
export const makeClientAddress = (trust: TrustProxy): ((request: Addressed) => string) => {
  if (trust === false) return ({ socket }) => bucketOf(socket.remoteAddress ?? '');
  const isTrusted =
    typeof trust === 'number'
      ? (_: string, hop: number) => hop < trust
      : proxyAddr.compile(trust.split(',').map((each) => each.trim()));
  return (request) => bucketOf(proxyAddr(request as IncomingMessage, isTrusted));
};

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;
const NETWORK_GROUPS = 4;

/** An IPv6 subscriber has a whole /64 to choose addresses from: they are one bucket. */
const bucketOf = (address: string): string => {
  const plain = address.replace(MAPPED_IPV4, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array.from({ length: gap }, () => '0'), ...back];
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
};
