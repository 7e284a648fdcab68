import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Signing secrets: 32 random bytes, which integrators know as 64 hexadecimal characters. */
export const SECRETO_BYTES = 32;

export interface SigningKeys {
  /** Over the 64 characters as text, as every language takes a secret that is pasted into it. */
  readonly asText: KeyObject;
  readonly asBytes: KeyObject;
}

export const signingKeys = (secretoHex: string): SigningKeys => ({
  asText: createSecretKey(secretoHex, 'latin1'),
  asBytes: createSecretKey(secretoHex, 'hex'),
});

/** Whether a receiver may have answered so because it does not know the signature. */
export const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && ![408, 410, 425, 429].includes(status);

/** A replaced secret, sealed. It is valid until `hastaMs`. */
export interface SecretoAnterior {
  secreto: Uint8Array;
  hastaMs: number;
}

/** `X-Svc-Firma`: HMAC-SHA256 over the raw body in lower-case hexadecimal. */
export const firmar = ({ asText }: SigningKeys, body: Uint8Array): string =>
  createHmac('sha256', asText).update(body).digest('hex');

/** `webhook-signature` of Standard Webhooks 1.0: over id, time and body. The standard takes the key as bytes. */
export const standardSignature = (
  { asBytes }: SigningKeys,
  { id, seconds, body }: { id: string; seconds: number; body: Uint8Array },
): string => {
  const hmac = createHmac('sha256', asBytes);
  return `v1,${hmac.update(`${id}.${seconds}.`).update(body).digest('base64')}`;
};
