import { createHmac } from 'node:crypto';
import { InvalidArgumentError } from 'commander';

/** Like the `secreto_firma` of a webhook: 32 bytes as hexadecimal characters. */
export const secret = (given: string): string => {
  if (/^[0-9a-f]{64}$/.test(given)) return given;
  throw new InvalidArgumentError(
    `must be 64 hexadecimal characters in lower case, as the secreto_firma of a webhook is`,
  );
};

/**
 * The secret if none is given. It is derived from the key, so that a receiver is set up once; the key cannot be
 * found from it.
 */
export const secretOf = (key: string): string =>
  createHmac('sha256', key).update('comanda listen').digest('hex');

/** `X-Svc-Firma`: the HMAC key is the secret's text. */
export const firmaOf = (secreto: string, body: Uint8Array): string =>
  createHmac('sha256', secreto).update(body).digest('hex');

/** `webhook-signature` of Standard Webhooks: the HMAC key is the bytes that the secret encodes. */
export const standardSignatureOf = (
  secreto: string,
  { id, seconds, body }: { id: string; seconds: number; body: Uint8Array },
): string => {
  const hmac = createHmac('sha256', Buffer.from(secreto, 'hex'));
  return `v1,${hmac.update(`${id}.${seconds}.`).update(body).digest('base64')}`;
};
