import { serviceUrl } from '../address.ts';
import type { TryParameter } from './parameter.ts';

interface TryRequest {
  /** Below `/api`. */
  path: string;
  headers: Record<string, string>;
}

/** The key goes into a header and never into the address, which histories and logs keep. */
export const makeRequest = (
  path: string,
  given: readonly (TryParameter & { value: string })[],
): TryRequest => {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let filled = path;
  for (const { name, in: place, value } of given) {
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (place === 'query') query.append(name, value);
    else headers[name] = value;
  }
  // Commas separate the values of a list, and need no escape.
  const text = query.toString().replaceAll('%2C', ',');
  return { path: text === '' ? filled : `${filled}?${text}`, headers };
};

export const curlOf = ({ path, headers }: TryRequest): string =>
  [
    `curl ${quoted(`${serviceUrl}/api${path}`)}`,
    '--header "Authorization: Bearer $COMANDA_KEY"',
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
  ].join(' \\\n  ');

/** For a shell, which reads nothing between single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
