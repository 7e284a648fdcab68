import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import { TOKENS } from '../../contract/ids.ts';
import { randomBase32 } from '../../domain/ids.ts';
import type { RandomBytes } from '../../platform/random.ts';

// Reads the head of a request: its token, its id, its cookies, the encoding of its body and the address of its client.

const BEARER = /^Bearer(?: +|$)(.*)$/i;

/**
 * The token of an `Authorization` header: null if none was given, and an empty string if the header holds
 * something else.
 */
export const readBearer = (authorization: string | undefined): string | null => {
  const header = authorization?.trim() ?? '';
  if (header === '') return null;
  const match = BEARER.exec(header);
  if (match === null) return '';
  const token = match[1] ?? '';
  return token === '' ? null : token;
};

/** The values of the cookies of this name in a `Cookie` header. */
export const readCookies = (header: string | undefined, name: string): string[] =>
  (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));

/** Whether the body is declared as compressed, which no route accepts. */
export const isEncoded = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';

const PREFIX_CHARS = 12;
const GIVEN = /^[A-Za-z0-9._-]{1,64}$/;

export type RequestIds = (given: string | string[] | undefined) => string;

/**
 * Makes the id that names a request in its answer and in our log: the client's own if it is safe to log (a
 * token is not), else a new one, which is a random prefix of the process and a counter.
 */
export const makeRequestIds = (randomBytes: RandomBytes): RequestIds => {
  const prefix = randomBase32(randomBytes(PREFIX_CHARS));
  let count = 0;
  return (given) => {
    if (typeof given === 'string' && GIVEN.test(given) && given.search(TOKENS) < 0) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
};

/** The trusted proxies: none, this many hops, or those at these addresses. */
export type TrustProxy = false | number | string;

export type Addressed = Pick<IncomingMessage, 'socket' | 'headers'>;

/**
 * The network that a request counts for if it has no valid key. Only proxies that the operator named are
 * believed about the address behind them: anybody can write a header. Behind a proxy that names no address
 * (`unknown`), the request counts for the proxy.
 */
export const makeClientAddress = (trust: TrustProxy): ((request: Addressed) => string) => {
  if (trust === false) return ({ socket }) => networkOf(socket.remoteAddress ?? '');
  const isTrusted = makeIsTrusted(trust);
  return (request) => {
    const hops = proxyAddr.all(request as IncomingMessage).map(withoutPort);
    let hop = 0;
    while (isTrusted(hops[hop] ?? '', hop) && ipaddr.isValid(hops[hop + 1] ?? '')) hop += 1;
    return networkOf(hops[hop] ?? '');
  };
};

/** Whether the proxy at this address, this many hops away, is trusted. */
export const makeIsTrusted = (trust: TrustProxy): ((address: string, hop: number) => boolean) => {
  if (trust === false) return () => false;
  if (typeof trust === 'number') return (_, hop) => hop < trust;
  return proxyAddr.compile(trust.split(',').map((each) => each.trim()));
};

const WITH_PORT = /^(?:\[([\da-f:.]{2,45})\](?::\d{1,5})?|(\d[\d.]{6,14}):\d{1,5})$/i;

/** Drops the port, which differs by connection: some proxies write `203.0.113.7:51234` or `[2001:db8::7]:51234`. */
const withoutPort = (address: string): string => {
  const [, v6, v4] = WITH_PORT.exec(address) ?? [];
  return v6 ?? v4 ?? address;
};

/** The address, or the /64 of an IPv6 address: a subscriber can choose any address in it, and counts as one. */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const plain = ipaddr.process(address);
  if (plain.kind() === 'ipv4') return plain.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`;
};
