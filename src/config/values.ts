import { isIP } from 'node:net';

export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type Reader<T> = (text: string, name: string) => T;

const VALUE_CHARS_SHOWN = 80;

const wrong = (name: string, must: string, text: string): ConfigError => {
  const shown = text.length > VALUE_CHARS_SHOWN ? `${text.slice(0, VALUE_CHARS_SHOWN)}…` : text;
  return new ConfigError(`${name} must be ${must}, not ${JSON.stringify(shown)}`);
};

export const wholeNumber =
  (min: number, max: number): Reader<number> =>
  (text, name) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw wrong(name, `a whole number from ${min} to ${max}`, text);
  };

export const port = wholeNumber(0, 65_535);

const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

export const host: Reader<string> = (text, name) => {
  // Digits and dots alone are a mistyped address, not a name.
  if (isIP(text) !== 0 || (HOST_NAME.test(text) && !/^[\d.]+$/.test(text))) return text;
  throw wrong(name, 'an IP address or a host name', text);
};

export const httpUrl: Reader<string> = (text, name) => {
  const url = URL.parse(text);
  const isPlain =
    url !== null &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.username === '' &&
    url.password === '' &&
    !/[?#]/.test(text);
  if (isPlain) return url.href.replace(/\/+$/, '');
  throw wrong(name, 'an http:// or https:// URL without user, query or fragment', text);
};

/** A path and query may be part of what the receiver knows its callers by: never shown. */
export const callUrl: Reader<string> = (text, name) => {
  const url = /^https?:\/\/[^\s\\]+$/.test(text) ? URL.parse(text) : null;
  if (url !== null && url.username === '' && url.password === '' && url.hash === '') return text;
  throw new ConfigError(`${name} must be an https:// URL without user and fragment`);
};

/** Never shown. */
export const signingSecret: Reader<string> = (text, name) => {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new ConfigError(
    `${name} must be 64 hexadecimal characters, e.g. from openssl rand -hex 32`,
  );
};

/** Refuses `~`: only a shell expands it, and neither within quotes nor in a unit or a compose file. */
export const folder: Reader<string> = (text, name) => {
  if (!/^~(\/|$)/.test(text)) return text;
  throw wrong(name, 'a path without ~, which only a shell expands', text);
};

/** The text may hold a password: it is never shown. */
export const postgresUrl: Reader<string> = (text, name) => {
  const url = URL.parse(text);
  // The signs of a password that is not percent-encoded, and of several hosts.
  const isClear = url !== null && !/[#@,]/.test(url.host + url.pathname + url.hash);
  if (!isClear || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new ConfigError(
      `${name} must be a postgres:// URL with one host, such as postgres://user:password@host/name; percent-encode special ` +
        'characters of the password (/ is %2F) and the path of a socket (%2Frun%2Fpostgresql instead of a host)',
    );
  }
  // Other programs name the schema in this way. `pg` ignores it, and every table would be created in `public`.
  const schema = ['schema', 'currentSchema', 'search_path'].find((key) =>
    url.searchParams.has(key),
  );
  if (schema === undefined) return text;
  throw new ConfigError(
    `${name} does not support "${schema}"; name a schema with options=-c%20search_path%3DNAME`,
  );
};

/** The text may hold a password: it is never shown. */
export const smtpUrl: Reader<string> = (text, name) => {
  const url = URL.parse(text);
  if (url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && url.hash === '') {
    return text;
  }
  throw new ConfigError(
    `${name} must be an smtp:// or smtps:// URL, such as smtp://user:password@host:587; percent-encode special characters of the password`,
  );
};

const MAIL_FROM =
  /^(?:[^\p{Cc}<>"@,;]{1,100} <([^\s<>@,;"]+@[^\s<>@,;"]+)>|[^\s<>@,;"]+@[^\s<>@,;"]+)$/u;

export const mailFrom: Reader<string> = (text, name) => {
  if (MAIL_FROM.test(text)) return text;
  throw wrong(name, 'an address such as avisos@example.com or Comanda <avisos@example.com>', text);
};

const SECRET_CHARS_MAX = 512;

/** A secret travels in a header, so its characters must suit one. It is never shown. */
const secret =
  (charsMin: number): Reader<string> =>
  (text, name) => {
    if (text.length < charsMin) {
      throw new ConfigError(`${name} must have at least ${charsMin} characters`);
    }
    if (/^[\x21-\x7e]+$/.test(text) && text.length <= SECRET_CHARS_MAX) return text;
    throw new ConfigError(
      `${name} must be at most ${SECRET_CHARS_MAX} printable ASCII characters, without spaces`,
    );
  };

/** Several, so that one can take the place of another while both are in use. */
export const secrets =
  (charsMin: number): Reader<readonly string[]> =>
  (text, name) => {
    const parts = splitList(text);
    if (parts.length === 0) throw wrong(name, 'one key, or several with commas between them', text);
    return Object.freeze(parts.map((part) => secret(charsMin)(part, name)));
  };

export const oneOf =
  <T extends string>(allowed: readonly T[]): Reader<T> =>
  (text, name) => {
    const found = allowed.find((value) => value === text);
    if (found !== undefined) return found;
    throw wrong(name, `one of ${allowed.join(', ')}`, text);
  };

interface Cidr {
  readonly network: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

const readCidr = (text: string): Cidr | null => {
  const [network = '', bits, ...rest] = text.split('/');
  const version = isIP(network);
  // A zone (fe80::1%eth0) belongs to one machine's interface and means nothing in a range.
  if (version === 0 || rest.length > 0 || network.includes('%')) return null;
  const prefixMax = version === 4 ? 32 : 128;
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return null;
  const prefix = bits === undefined ? prefixMax : Number(bits);
  return prefix > prefixMax ? null : { network, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
};

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const cidrs: Reader<readonly Cidr[]> = (text, name) =>
  splitList(text).map((part) => {
    const cidr = readCidr(part);
    if (cidr !== null) return Object.freeze(cidr);
    throw wrong(name, 'a comma-separated list of address ranges such as 10.0.0.0/8,fd00::/8', part);
  });

const HOPS_MAX = 10;
const RANGE_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

/** There is no "all": with it, any client could choose the address that its rate limit is counted on. */
export const proxies: Reader<false | number | string> = (text, name) => {
  if (text === 'false' || text === '0') return false;
  if (/^\d+$/.test(text) && Number(text) <= HOPS_MAX) return Number(text);
  const parts = splitList(text);
  if (parts.length > 0 && parts.every((part) => RANGE_NAMES.includes(part) || readCidr(part))) {
    return parts.join(',');
  }
  throw wrong(
    name,
    `false, the number of proxies in front (1 to ${HOPS_MAX}) or a comma-separated list of their addresses`,
    text,
  );
};
