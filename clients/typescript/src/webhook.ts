import { SignatureError } from './errors.ts';
import type { Evento } from './types.ts';

type GivenHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

/**
 * The event of a delivery, once its signature has been checked; throws a SignatureError. `rawBody` is the body as it
 * came, before anybody parsed it; `secret` the webhook's `secreto_firma`. For servers: Node, Deno, Bun.
 */
export const verifyWebhook = (
  rawBody: string | Uint8Array,
  headers: GivenHeaders,
  secret: string,
): Evento => {
  const crypto = globalThis.process?.getBuiltinModule?.('node:crypto');
  if (crypto === undefined) throw new SignatureError('this runtime has no node:crypto');
  if (secret === '') throw new SignatureError('the secret is empty');
  const bytes = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  const expected = crypto.createHmac('sha256', secret).update(bytes).digest();
  const given = /^[0-9a-f]{64}$/.exec(headerOf(headers, 'x-svc-firma'))?.[0] ?? '';
  const isSame = given !== '' && crypto.timingSafeEqual(expected, Uint8Array.from(bytesOf(given)));
  if (!isSame) throw new SignatureError('the signature is not right');
  return JSON.parse(new TextDecoder().decode(bytes)) as Evento;
};

const headerOf = (headers: GivenHeaders, name: string): string => {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return String(found ?? '');
};

const bytesOf = (hex: string): number[] =>
  Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  );
