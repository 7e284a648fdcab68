import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { withTimeout } from '../platform/async/timeout.ts';
import type { Resolution, Resolve } from './resolve.ts';
import { readTarget, type Target, type TargetProblem } from './target.ts';

/** Guards against SSRF. Every connection asks again about its own address, so DNS rebinding gains nothing. */
export const makeAddressGuard = ({
  allowed,
  resolve,
}: {
  allowed: readonly AllowedRange[];
  resolve: Resolve;
}) => {
  const classOf = makeAddressClassifier(allowed);

  const permits = (isSecure: boolean, address: string): boolean => {
    const kind = classOf(address);
    return kind === 'allowed' || (kind === 'public' && isSecure);
  };

  return {
    permits,

    async resolve(hostname: string, isSecure: boolean): Promise<Resolution | 'forbidden'> {
      const found = await resolve(hostname);
      if (!found.ok) return found;
      const addresses = found.addresses.filter((address) => permits(isSecure, address));
      return addresses.length > 0 ? { ok: true, addresses } : 'forbidden';
    },

    /** Resolves with null if no problem is known. A name that does not resolve yet passes: deliveries check again. */
    async review(text: string): Promise<TargetProblem | null> {
      const target = readTarget(text);
      if ('problem' in target) return target;
      const found = await withinReviewTime(resolve(target.hostname));
      if (!found.ok) return target.isSecure ? null : PLAIN;
      if (found.addresses.some((address) => permits(target.isSecure, address))) return null;
      const isPlain = found.addresses.some((address) => permits(true, address));
      return isPlain ? PLAIN : forbidden(target);
    },
  };
};

export type AddressGuard = ReturnType<typeof makeAddressGuard>;

/** A person waits for the answer: a slower DNS counts as one that does not answer. */
const REVIEW_MS_MAX = 3_000;

const withinReviewTime = (resolution: Promise<Resolution>): Promise<Resolution> =>
  withTimeout(resolution, REVIEW_MS_MAX, () => new Error('DNS is too slow')).catch(() => ({
    ok: false,
    fallo: 'dns',
  }));

const PLAIN: TargetProblem = {
  problem: 'la dirección no es https',
  expected: 'una dirección https://',
};

const forbidden = ({ hostname }: Target): TargetProblem => ({
  problem: `«${hostname}» es una dirección privada o reservada`,
  expected: 'una máquina pública de internet',
});

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
/** Blocks of it that IANA lists as reserved or returned; the library knows those for special use. */
const RESERVED_IPV6 = ['2d00::/8', '2e00::/7', '3000::/4'].map((cidr) =>
  ipaddr.IPv6.parseCIDR(cidr),
);
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
  (address instanceof ipaddr.IPv6
    ? address.match(GLOBAL_IPV6) && !RESERVED_IPV6.some((block) => address.match(block))
    : address.toString() !== AZURE_HOST);

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
