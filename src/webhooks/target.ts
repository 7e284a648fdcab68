import { isIP } from 'node:net';
import { WEBHOOK_URL_CHARS_MAX } from '../contract/recursos/webhook.ts';

/** Ports of services that take commands as text or without a password: they might obey a stray request. */
const DANGEROUS_PORTS: ReadonlySet<number> = new Set([
  7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 79, 110, 111, 113, 119, 123,
  135, 137, 138, 139, 143, 161, 162, 179, 389, 427, 445, 465, 512, 513, 514, 515, 548, 554, 563,
  587, 601, 636, 873, 989, 990, 993, 995, 1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389,
  4190, 5060, 5061, 5432, 5672, 5900, 5984, 6000, 6379, 6566, 6667, 9092, 9200, 9300, 10250, 11211,
  27017,
]);

/** A URL that webhooks may be sent to, judged by its text. */
export interface Target {
  isSecure: boolean;
  origin: string;
  /** Without brackets. */
  hostname: string;
  /** Path and query, as they go on the wire. */
  path: string;
}

/** Tells the integrator what is wrong with a URL and what would be right. */
export type TargetProblem = { problem: string; expected: string };

const HTTPS = 'una dirección https://';
const refuse = (problem: string, expected = HTTPS): TargetProblem => ({ problem, expected });

/** Refuses URLs that a lenient parser would repair, so that the URL that is called is the one that was registered. */
export const readTarget = (text: string): Target | TargetProblem => {
  if (text.length > WEBHOOK_URL_CHARS_MAX || asUri(text).length > WEBHOOK_URL_CHARS_MAX) {
    return refuse('la dirección es demasiado larga', `hasta ${WEBHOOK_URL_CHARS_MAX} caracteres`);
  }
  if (/[\s\p{Cc}\p{Cs}\\]/u.test(text)) {
    return refuse('la dirección lleva espacios, controles o barras invertidas');
  }
  const url = /^https?:\/\/[^/]/i.test(text) ? URL.parse(text) : null;
  if (url === null) return refuse('no es una dirección https:// válida');
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(text)) {
    return refuse('la dirección lleva usuario o contraseña', `${HTTPS} sin usuario ni contraseña`);
  }
  if (text.includes('#')) {
    return refuse('la dirección lleva un fragmento (#), que nunca se envía', `${HTTPS} sin «#»`);
  }
  // Empty for the default port of its scheme, which is harmless.
  const { port } = url;
  if (port === '0' || DANGEROUS_PORTS.has(Number(port))) {
    return refuse(
      `el puerto ${port} no se admite`,
      'un puerto de 1 a 65535 que no sea de otro servicio',
    );
  }
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(hostname) === 0 && !isName(hostname)) {
    return refuse(
      `«${hostname.slice(0, 80)}» no es un nombre de máquina`,
      'un nombre de DNS o una IP',
    );
  }
  const { origin, pathname, search } = url;
  return { isSecure: url.protocol === 'https:', origin, hostname, path: pathname + search };
};

/** RFC 3986, as `format: uri` means it. */
const URI =
  /^https?:\/\/(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?(?:[/?](?:[\w\-.~:/?@!$&'()*+,;=]|%[\da-f]{2})*)?$/i;
const NO_URI = /%(?![\da-f]{2})|[^\w\-.~:/?@!$&'()*+,;=%]/gi;

/** The URL as it is stored: as it was given if that is a URI, else with its name in ASCII and its path percent-encoded. */
export const asUri = (text: string): string => {
  const url = URI.test(text) ? null : URL.parse(text);
  if (url === null) return text;
  return url.origin + (url.pathname + url.search).replace(NO_URI, encodeURIComponent);
};

/** Names as DNS has them. A final dot is refused: certificates know no name that has one. */
const isName = (hostname: string): boolean =>
  hostname.length <= 253 &&
  hostname.split('.').every((label) => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label));
