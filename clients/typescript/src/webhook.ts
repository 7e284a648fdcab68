import { SignatureError } from './errors.ts';
import type { Evento } from './types.ts';

/** Any `Headers`: that of a framework need not be the global one. */
type GivenHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | string[] | undefined>>;

/**
 * Checks the signature of a delivery and returns its event; throws a SignatureError. `rawBody` is the body as it
 * came, before anybody parsed it; `secret` the webhook's `secreto_firma`, or all that may be in use while it is rotated.
 * For servers: Node, Deno, Bun.
 */
export const verifyWebhook = (
  rawBody: string | Uint8Array,
  headers: GivenHeaders,
  secret: string | readonly string[],
): Evento => {
  const crypto = globalThis.process?.getBuiltinModule?.('node:crypto');
  if (crypto === undefined) throw new SignatureError('this runtime has no node:crypto');
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (secrets.length === 0 || secrets.includes('')) throw new SignatureError('the secret is empty');
  const encoder = new TextEncoder();
  const bytes = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody;
  // During a rotation the second header carries the signatures by the other secrets.
  const given = ['x-svc-firma', 'x-svc-firma-alterna']
    .flatMap((name) => headerOf(headers, name).split(' ', SIGNATURES_MAX))
    .filter((text) => /^[0-9a-f]{64}$/.test(text))
    .map((text) => encoder.encode(text));
  const isSigned = secrets.some((each) => {
    const expected = encoder.encode(crypto.createHmac('sha256', each).update(bytes).digest('hex'));
    return given.some((signature) => crypto.timingSafeEqual(expected, signature));
  });
  if (!isSigned) throw new SignatureError('the signature is not right');
  return JSON.parse(new TextDecoder().decode(bytes)) as Evento;
};

const SIGNATURES_MAX = 4;

const headerOf = (headers: GivenHeaders, name: string): string => {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return String(found ?? '');
};
