import type { IncomingHttpHeaders } from 'node:http';

/** A head that is longer is Node's to judge. */
const HEAD_BYTES_MAX = 8 * 1_024;

/** The head of a request that needs no second look. */
export interface PlainGet {
  /** The address from its path on. */
  target: string;
  /** By name in lower case, as Node has them. */
  headers: IncomingHttpHeaders;
}

/**
 * Nothing but visible characters, spaces inside values and ends of lines exactly where they belong.
 * Whatever two readers of HTTP might understand differently does not match.
 */
const PLAIN =
  /^GET (\/[!-~]*) HTTP\/1\.1\r\n(?:[A-Za-z][A-Za-z\d-]*: ?(?:[!-~]+(?: [!-~]+)*)?\r\n)+\r\n$/;

/** Headers that say that there is more to the request than its head. */
const TELLING = new Set(['content-length', 'transfer-encoding', 'upgrade', 'expect', 'trailer']);

/**
 * Names that nearly everybody sends, as they are spelled, by their first character: to find one in place
 * costs less than to cut it out and look that up.
 */
const SPELLED: readonly (readonly { spelled: string; name: string }[])[] = (() => {
  const names = [
    'Host',
    'Authorization',
    'Accept',
    'Accept-Encoding',
    'User-Agent',
    'If-None-Match',
  ].concat(['Connection', 'X-Request-Id', 'Origin', 'X-Forwarded-For', 'Accept-Language']);
  const spellings = names.flatMap((each) => {
    const name = each.toLowerCase();
    return [each, name].map((spelled) => ({ spelled, name }));
  });
  return Array.from({ length: 128 }, (_, code) =>
    spellings.filter(({ spelled }) => spelled.charCodeAt(0) === code),
  );
})();

const nameAt = (text: string, at: number, colon: number): string => {
  for (const { spelled, name } of SPELLED[text.charCodeAt(at)] ?? []) {
    if (spelled.length === colon - at && text.startsWith(spelled, at)) return name;
  }
  return text.slice(at, colon).toLowerCase();
};

/**
 * Reads a chunk that is exactly the head of one plain GET, as nearly every client sends it; null for
 * anything else, however slightly different: that is left to Node's own parser.
 */
export const readPlainGet = (chunk: Buffer): PlainGet | null => {
  if (chunk.length > HEAD_BYTES_MAX) return null;
  const text = chunk.toString('latin1');
  const match = PLAIN.exec(text);
  if (match === null) return null;
  const target = match[1] ?? '/';
  const headers: IncomingHttpHeaders = {};
  let hasHost = false;
  let at = 'GET  HTTP/1.1\r\n'.length + target.length;
  const end = text.length - '\r\n'.length;
  while (at < end) {
    const colon = text.indexOf(':', at);
    const lineEnd = text.indexOf('\r\n', colon);
    const name = nameAt(text, at, colon);
    const value = text.slice(text.charAt(colon + 1) === ' ' ? colon + 2 : colon + 1, lineEnd);
    if (TELLING.has(name) || headers[name] !== undefined) return null;
    if (name === 'connection' && value.toLowerCase() !== 'keep-alive') return null;
    if (name === 'host') hasHost = true;
    headers[name] = value;
    at = lineEnd + 2;
  }
  return hasHost ? { target, headers } : null;
};
