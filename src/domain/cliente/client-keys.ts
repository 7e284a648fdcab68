import { createHmac } from 'node:crypto';
import type { Pedido } from '../../contract/recursos/pedido.ts';
import { phoneDigits } from './telefono.ts';

/** The fields that tell customers apart. */
export type Contacto = Pick<Pedido['cliente'], 'telefono' | 'email'>;

/**
 * The keys of a customer: that of the normalised phone number first, then that of the e-mail. Summaries count customers by
 * the first one; all of them lead to the order. The database holds keys, not phone numbers. A key is an HMAC: with a
 * plain hash, a thief of the file could try every phone number there is.
 */
export type ClientKeys = (contacto: Contacto) => string[];

const KEY_CHARS = 22;

export const makeClientKeys =
  (secret: Uint8Array): ClientKeys =>
  (contacto) =>
    identities(contacto).map((identity) =>
      createHmac('sha256', secret).update(identity).digest('base64url').slice(0, KEY_CHARS),
    );

/** An e-mail without regard to case. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

const identities = (contacto: Contacto): string[] => {
  const telefono = phoneDigits(contacto.telefono);
  const email = normalEmail(contacto.email);
  return [telefono && `t:${telefono}`, email && `e:${email}`].filter((each) => each !== '');
};

/** Whether anything is left of a phone number or e-mail once it is normalised. */
export const isContacto = (contacto: Contacto): boolean => identities(contacto).length > 0;
