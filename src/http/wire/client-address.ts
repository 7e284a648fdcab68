import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** Trust nobody, so many proxies, or the proxies at these addresses. */
export type TrustProxy = false | number | string;

export type Addressed = Pick<IncomingMessage, 'socket' | 'headers'>;

/**
 * Whose request it is, for those without a valid key. Only proxies that the operator named are
 * believed about the address behind them: anybody can write a header.
 */
export const makeClientAddress = (trust: TrustProxy): ((request: Addressed) => string) => {
  if (trust === false) return ({ socket }) => networkOf(socket.remoteAddress ?? '');
  const isTrusted =
    typeof trust === 'number'
      ? (_: string, hop: number) => hop < trust
      : proxyAddr.compile(trust.split(',').map((each) => each.trim()));
  return (request) => networkOf(proxyAddr(request as IncomingMessage, isTrusted));
};

/** An IPv6 subscriber has a whole /64 to choose addresses from: it counts as one. */
const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const plain = ipaddr.process(address);
  if (plain.kind() === 'ipv4') return plain.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`;
};
