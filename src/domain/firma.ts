import { createHmac } from 'node:crypto';

/** Signing secrets: 32 random bytes, which integrators know as 64 hexadecimal characters. */
export const SECRETO_BYTES = 32;

/**
 * `X-Svc-Firma`: HMAC-SHA256 over the raw body in lower-case hexadecimal. The key is the secret as it was
 * shown, its 64 characters as text: what every language does with a secret that is pasted into it.
 */
export const firmar = (secretoHex: string, body: Uint8Array): string =>
  createHmac('sha256', secretoHex).update(body).digest('hex');

/**
 * `webhook-signature` of Standard Webhooks 1.0: over id, time and body. Its key is bytes by definition:
 * those that the 64 characters stand for.
 */
export const standardSignature = (
  secretoHex: string,
  { id, seconds, body }: { id: string; seconds: number; body: Uint8Array },
): string => {
  const hmac = createHmac('sha256', Buffer.from(secretoHex, 'hex'));
  return `v1,${hmac.update(`${id}.${seconds}.`).update(body).digest('base64')}`;
};
