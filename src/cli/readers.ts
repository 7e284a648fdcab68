import type { Read } from '@comanda/command-line';
import { durationMs, oneOf, quote, someOf, UsageError } from '@comanda/command-line';
import { NOMBRE_CHARS_MAX } from '../admin/llaves.ts';
import { normalizeEmail } from '../admin/usuarios.ts';
import { ALCANCES } from '../contract/alcances.ts';
import { type IdKind, idPattern, PREFIX, TOKEN_LABELS } from '../contract/ids.ts';
import { isContacto } from '../domain/cliente/client-keys.ts';
import { DAY_MS } from '../domain/time.ts';

const DURATION_DAYS_MAX = 365;

const id =
  (kind: IdKind, noun: string): Read<string> =>
  (text, name) => {
    if (new RegExp(idPattern(kind)).test(text)) return text;
    const must = `${name} must be the id of a ${noun} (${PREFIX[kind]}…)`;
    // A quoted token would end up in the terminal's scrollback and in logs.
    throw new UsageError(
      text.startsWith('svc_') ? `${must}, not a token` : `${must}, not ${quote(text)}`,
    );
  };

export const keyId = id('llave', 'key');
export const screenId = id('pantalla', 'screen');
export const restaurantId = id('restaurante', 'restaurant');
export const orderId = id('pedido', 'order');

export const label = oneOf(TOKEN_LABELS);
export const alcances = someOf(ALCANCES);

export const nombre: Read<string> = (text, name) => {
  const trimmed = text.trim();
  if (trimmed !== '' && trimmed.length <= NOMBRE_CHARS_MAX && !/\p{C}/u.test(trimmed)) {
    return trimmed;
  }
  throw new UsageError(`${name} must be 1 to ${NOMBRE_CHARS_MAX} characters on one line`);
};

export const currency: Read<string> = (text, name) => {
  if (/^[A-Z]{3}$/.test(text)) return text;
  throw new UsageError(`${name} must be three capital letters, such as EUR, not ${quote(text)}`);
};

export const email: Read<string> = (text, name) => {
  const address = normalizeEmail(text);
  if (address !== null) return address;
  throw new UsageError(`${name} must be an e-mail address, not ${quote(text)}`);
};

/** The phone of a customer: any text with a digit, because orders hold phones in any form. */
export const phone: Read<string> = (text, name) => {
  if (isContacto({ telefono: text, email: '' })) return text;
  throw new UsageError(`${name} must have a digit, unlike ${quote(text)}`);
};

/** The e-mail of a customer: any text, because orders hold e-mails in any form. */
export const anyEmail: Read<string> = (text, name) => {
  if (isContacto({ telefono: '', email: text })) return text;
  throw new UsageError(`${name} must not be empty`);
};

/** Milliseconds. */
export const duration: Read<number> = (text, name) => {
  const ms = durationMs(text);
  if (ms !== null && ms <= DURATION_DAYS_MAX * DAY_MS) return ms;
  throw new UsageError(
    `${name} must be a duration such as 30m, 24h or 7d, up to ${DURATION_DAYS_MAX}d, not ${quote(text)}`,
  );
};

export const instantOrNever: Read<number | null> = (text, name) =>
  text === 'never' ? null : instant(text, name);

/** Milliseconds since the epoch. A date alone is its midnight in UTC, as in the API. */
const instant: Read<number> = (text, name) => {
  try {
    const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
    return Temporal.Instant.from(isDate ? `${text}T00:00Z` : text).epochMilliseconds;
  } catch {
    throw new UsageError(
      `${name} must be never or a time such as 2027-12-31 or 2027-12-31T18:00:00+01:00, not ${quote(text)}`,
    );
  }
};
