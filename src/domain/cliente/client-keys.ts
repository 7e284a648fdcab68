import { createHmac, hash } from 'node:crypto';
import type { Pedido } from '../../contract/recursos/pedido.ts';

/** What tells customers apart. */
export type Contacto = Pick<Pedido['cliente'], 'telefono' | 'email'>;

/**
 * The keys of a customer: that of the normalised phone first, then that of the e-mail. The first one is the client
 * of summaries; all of them lead to the order. The database holds keys, not phones: HMAC, because whoever has
 * the file could try every phone number there is.
 */
export type ClientKeys = (contacto: Contacto) => string[];

const KEY_CHARS = 22;

export const makeClientKeys =
  (secret: Uint8Array): ClientKeys =>
  (contacto) =>
    identities(contacto).map((identity) => {
      // Databases held this hash before they had a secret: so they could be migrated in place.
      const hashed = hash('sha256', identity, 'base64url').slice(0, KEY_CHARS);
      return sealKey(secret, hashed);
    });

/** The key of a customer out of the hash of a phone or an e-mail. */
export const sealKey = (secret: Uint8Array, hashed: string): string =>
  createHmac('sha256', secret).update(hashed).digest('base64url').slice(0, KEY_CHARS);

const identities = (contacto: Contacto): string[] => {
  const telefono = contacto.telefono.replace(/\D/g, '').replace(/^00/, '');
  const email = contacto.email.trim().toLowerCase();
  return [telefono && `t:${telefono}`, email && `e:${email}`].filter((each) => each !== '');
};

/** Whether anything is left of it once it is normalised. */
export const isContacto = (contacto: Contacto): boolean => identities(contacto).length > 0;
