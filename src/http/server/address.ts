import type { IncomingMessage } from 'node:http';

/** Longer than the longest valid path would be with every character percent-encoded. */
export const PATH_CHARS_MAX = 1_024;

/** The address from its path on: a proxy may send it with scheme and host. */
const pathOf = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '');

/** The path and the query string of an address. */
export const splitTarget = (target: string): [path: string, query: string] => {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
};

export const isDecodable = (path: string): boolean => {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/** The address for Fastify's router, which would refuse a path that cannot be decoded before the key is checked. */
export const routableUrl = ({ url = '/' }: IncomingMessage): string => {
  const target = pathOf(url);
  const [path, query] = splitTarget(target);
  return isDecodable(path) ? target : `${path.replaceAll('%', '%25')}?${query}`;
};
