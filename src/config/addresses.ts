import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

export const isLoopback = (address: string): boolean => {
  const version = isIP(address);
  if (version === 0) return address === 'localhost' || address.endsWith('.localhost');
  return LOOPBACK.check(address, version === 4 ? 'ipv4' : 'ipv6');
};

const WILDCARDS = ['0.0.0.0', '::'];

export const isWildcard = (address: string): boolean => WILDCARDS.includes(address);

/** The address under which a listener is reached; "every address" is no address to visit. */
export const listenerUrl = (address: string, listenPort: number): string => {
  const name = isWildcard(address) ? 'localhost' : address;
  return `http://${isIP(name) === 6 ? `[${name}]` : name}:${listenPort}`;
};
