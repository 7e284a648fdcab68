import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Signing secrets: 32 random bytes, which integrators know as 64 hexadecimal characters. */
export const SECRETO_BYTES = 32;

export interface SigningKeys {
  /** Its 64 characters as text: what every language does with a secret that is pasted into it. */
  readonly asText: KeyObject;
  readonly asBytes: KeyObject;
}

export const signingKeys = (secretoHex: string): SigningKeys => ({
  asText: createSecretKey(secretoHex, 'latin1'),
  asBytes: createSecretKey(secretoHex, 'hex'),
});

/** What receivers answer to a signature that they do not know. */
export const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && ![408, 410, 425, 429].includes(status);

/** A secret that was replaced and is good until `hastaMs`; sealed. */
export interface SecretoAnterior {
  secreto: Uint8Array;
  hastaMs: number;
}

/** `X-Svc-Firma`: HMAC-SHA256 over the raw body in lower-case hexadecimal. */
export const firmar = ({ asText }: SigningKeys, body: Uint8Array): string =>
  createHmac('sha256', asText).update(body).digest('hex');

/** `webhook-signature` of Standard Webhooks 1.0: over id, time and body. Its key is bytes by definition. */
export const standardSignature = (
  { asBytes }: SigningKeys,
  { id, seconds, body }: { id: string; seconds: number; body: Uint8Array },
): string => {
  const hmac = createHmac('sha256', asBytes);
  return `v1,${hmac.update(`${id}.${seconds}.`).update(body).digest('base64')}`;
};
