import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface AllowedRange {
  readonly network: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** `allowed` by the operator, for plain http too; `public`, for https only; or `forbidden`. */
type AddressClass = 'allowed' | 'public' | 'forbidden';

/** Looks public but is the host of every Azure machine. */
const AZURE_HOST = '168.63.129.16';
/** The only part of IPv6 that is in use on the internet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** A translator sends these to the IPv4 address in the last four bytes. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

const parseAddress = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | null => {
  // The library also reads octal and short notations. A zone names an interface of this machine.
  if (isIP(text) === 0 || text.includes('%')) return null;
  if (isIP(text) === 4) return ipaddr.IPv4.parse(text);
  // `URL` writes it in hexadecimal: the library takes `::8.8.8.8` for `::ffff:8.8.8.8`, which is another address.
  const address = ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1));
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.match(NAT64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address;
};

/** Whether the address is in use on the internet and not registered as a special-purpose address. */
const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' &&
  (address instanceof ipaddr.IPv6 ? address.match(GLOBAL_IPV6) : address.toString() !== AZURE_HOST);

export const makeAddressClassifier = (
  allowed: readonly AllowedRange[],
): ((address: string) => AddressClass) => {
  const allowList = new BlockList();
  for (const { network, prefix, family } of allowed) allowList.addSubnet(network, prefix, family);
  return (text) => {
    const address = parseAddress(text);
    if (address === null) return 'forbidden';
    if (allowList.check(address.toString(), address.kind())) return 'allowed';
    return isPublic(address) ? 'public' : 'forbidden';
  };
};
