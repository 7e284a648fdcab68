import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import type { RandomBytes } from '../platform/random.ts';
import { StorageUnusableError } from '../storage/port/errors.ts';

const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const IV_AT = 1 + KEY_ID_BYTES;
const SEALED_AT = IV_AT + IV_BYTES;

/** A stored secret cannot be opened. The message is one line and says what to do. */
export class SecretBoxError extends StorageUnusableError {
  override name = 'SecretBoxError';
}

/**
 * Seals secrets that must be used again and so cannot be hashed: AES-256-GCM under a key that is not in the
 * database. The id of the key tells a wrong key from damage, and tells a rotation of the key which secrets are
 * left to do. A secret opens only for the webhook that it was sealed for. The first key seals; all of them open.
 *
 * Layout: version (1 byte), key id (4), nonce (12), ciphertext, tag (16).
 */
export const makeSecretBox = (keys: readonly string[], randomBytes: RandomBytes) => {
  const ring = keys.map(deriveKey);
  const [current] = ring;
  if (current === undefined) throw new Error('a secret box needs a key');
  const { key, keyId } = current;
  const idOf = (stored: Uint8Array) => stored.subarray(1, IV_AT);

  return {
    /** Whether the first key sealed it. */
    isCurrent: (stored: Uint8Array): boolean => keyId.equals(idOf(stored)),

    seal(secreto: Uint8Array, owner: string): Uint8Array {
      const iv = Buffer.from(randomBytes(IV_BYTES));
      const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(owner));
      const sealed = [cipher.update(secreto), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat([Buffer.of(VERSION), keyId, iv, ...sealed]);
    },

    open(stored: Uint8Array, owner: string): Buffer {
      const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.length);
      if (bytes[0] !== VERSION || bytes.length <= SEALED_AT + TAG_BYTES) {
        throw new SecretBoxError(`the secret of ${owner} is damaged or of a newer version`);
      }
      const found = ring.find((each) => each.keyId.equals(idOf(bytes)));
      if (found === undefined) {
        throw new SecretBoxError(
          `the secret of ${owner} was encrypted with another key: set SECRETS_KEY to that key, or put its file secrets.key back into DATA_DIR`,
        );
      }
      const tagAt = bytes.length - TAG_BYTES;
      const decipher = createDecipheriv(CIPHER, found.key, bytes.subarray(IV_AT, SEALED_AT), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(bytes.subarray(tagAt));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(SEALED_AT, tagAt)), decipher.final()]);
      } catch (error) {
        throw new SecretBoxError(`the secret of ${owner} is damaged`, { cause: error });
      }
    },
  };
};

const deriveKey = (text: string) => {
  const key = Buffer.from(hkdfSync('sha256', text, '', 'comanda secrets', KEY_BYTES));
  return { key, keyId: createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES) };
};

export type SecretBox = ReturnType<typeof makeSecretBox>;

/** The additional authenticated data that binds a secret to its webhook: in the row of another one it does not open. */
export const ownerOf = (restauranteId: string, webhookId: string): string =>
  `${restauranteId}/${webhookId}`;
