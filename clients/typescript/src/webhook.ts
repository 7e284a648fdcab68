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
  if (crypto === undefined) throw new SignatureError('runtime', 'this runtime has no node:crypto');
  const secrets = typeof secret === 'string' ? [secret] : secret;
  checkSecrets(secrets);
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) throw parsedBody();
  const encoder = new TextEncoder();
  const bytes = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody;
  // During a rotation the second header carries the signatures by the other secrets.
  const texts = ['x-svc-firma', 'x-svc-firma-alterna']
    .flatMap((name) => headerOf(headers, name).split(' ', SIGNATURES_MAX))
    .filter((text) => text !== '');
  const given = texts
    .filter((text) => /^[0-9a-f]{64}$/.test(text))
    .map((text) => encoder.encode(text));
  if (given.length === 0) throw noSignature(texts.length > 0);
  const isSigned = secrets.some((each) => {
    const expected = encoder.encode(crypto.createHmac('sha256', each).update(bytes).digest('hex'));
    return given.some((signature) => crypto.timingSafeEqual(expected, signature));
  });
  if (!isSigned) throw mismatch();
  return JSON.parse(new TextDecoder().decode(bytes)) as Evento;
};

const SIGNATURES_MAX = 4;

const checkSecrets = (secrets: readonly string[]): void => {
  if (secrets.length === 0 || secrets.some((each) => !each)) {
    throw new SignatureError('secret', 'the secret is empty: give secreto_firma of the webhook');
  }
  if (secrets.some((each) => each.startsWith('whsec_'))) {
    throw new SignatureError(
      'secret',
      'the secret has the form of Standard Webhooks (whsec_…): give secreto_firma as it is, 64 hexadecimal characters',
    );
  }
};

const parsedBody = (): SignatureError =>
  new SignatureError(
    'body',
    'the body was parsed already: give it as it came, such as `express.raw({ type: "application/json" })` or `await request.text()` leave it',
  );

const noSignature = (isGiven: boolean): SignatureError =>
  new SignatureError(
    'header',
    isGiven
      ? 'the header X-Svc-Firma has no signature: it has 64 hexadecimal characters'
      : 'the header X-Svc-Firma is missing: give the headers of the request, and let no proxy drop them',
  );

const mismatch = (): SignatureError =>
  new SignatureError(
    'mismatch',
    'the signature does not match: the secret is that of another webhook, or the body was changed, perhaps parsed and written anew',
  );

const headerOf = (headers: GivenHeaders, name: string): string => {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return String(found ?? '');
};
