import { BlockList, isIP } from 'node:net';

/** A range of addresses that the operator lets webhooks reach although it is not public. */
export interface AllowedRange {
  readonly network: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** What may be done with an address: anything, plain http too, https only, or nothing. */
export type Reach = 'allowed' | 'public' | 'forbidden';

/** IANA's special-purpose registry and what is never one machine on the internet. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8',
  '100.64.0.0/10', // behind a carrier's translation, and some clouds' metadata
  '127.0.0.0/8',
  '168.63.129.16/32', // looks public, and is the host of every Azure machine
  '169.254.0.0/16', // link local, and most clouds' metadata
  '172.16.0.0/12',
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // multicast tunnels
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
];

/** Of IPv6 only 2000::/3 is in use on the internet; these parts of it are not. */
const GLOBAL_IPV6 = '2000::/3';
const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: an IPv4 address inside, by way of strangers' relays
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];

const listOf = (cidrs: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', prefix] = cidr.split('/');
    list.addSubnet(network, Number(prefix), isIP(network) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
};

const SPECIAL = listOf([...SPECIAL_IPV4, ...SPECIAL_IPV6]);
const GLOBAL = listOf([GLOBAL_IPV6]);

/**
 * Prefixes under which an IPv6 address is an IPv4 address in other clothes: mapped (the system connects
 * to the IPv4 address) and NAT64 (a translator does). The IPv4 address is what counts.
 */
const CLOTHES = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
];

/** The address that is really meant, in its usual notation; null for what is no address. */
export const plainAddress = (address: string): string | null => {
  const version = isIP(address);
  if (version === 4) return address;
  // A zone names an interface of this machine: nothing on the internet has one.
  if (version === 0 || address.includes('%')) return null;
  const groups = groupsOf(address);
  const isDressed = CLOTHES.some((prefix) => prefix.every((group, i) => groups[i] === group));
  if (!isDressed) return address;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
};

/** The eight groups of a valid IPv6 address. */
const groupsOf = (address: string): number[] => {
  // The parser of addresses knows every notation and gives back the canonical one, in hexadecimal.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const read = (part: string | undefined) =>
    part === undefined || part === '' ? [] : part.split(':').map((group) => Number(`0x${group}`));
  const [front, back] = [read(head), read(tail)];
  const gap = tail === undefined ? 0 : 8 - front.length - back.length;
  return [...front, ...Array.from({ length: gap }, () => 0), ...back];
};

/** Judges addresses; what the operator allows comes before everything else. */
export const makeReach = (allowed: readonly AllowedRange[]): ((address: string) => Reach) => {
  const allowList = new BlockList();
  for (const { network, prefix, family } of allowed) allowList.addSubnet(network, prefix, family);
  return (address) => {
    const plain = plainAddress(address);
    if (plain === null) return 'forbidden';
    const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6';
    if (allowList.check(plain, family)) return 'allowed';
    if (SPECIAL.check(plain, family)) return 'forbidden';
    return family === 'ipv4' || GLOBAL.check(plain, family) ? 'public' : 'forbidden';
  };
};
