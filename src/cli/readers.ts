import { durationMs } from '@comanda/command-line';
import { InvalidArgumentError } from 'commander';
import { NOMBRE_CHARS_MAX } from '../admin/llaves.ts';
import { normalizeEmail } from '../admin/usuarios.ts';
import { MES } from '../contract/dinero/fechas.ts';
import { type IdKind, idPattern, PREFIX } from '../contract/ids.ts';
import { isContacto } from '../domain/cliente/client-keys.ts';
import { DAY_MS } from '../domain/time.ts';

const DURATION_DAYS_MAX = 365;

const id =
  (kind: IdKind, noun: string) =>
  (text: string): string => {
    if (new RegExp(idPattern(kind)).test(text)) return text;
    const instead = text.startsWith('svc_') ? ', not a token' : '';
    throw new InvalidArgumentError(`must be the id of a ${noun} (${PREFIX[kind]}…)${instead}`);
  };

export const keyId = id('llave', 'key');
export const screenId = id('pantalla', 'screen');
export const restaurantId = id('restaurante', 'restaurant');
export const closingId = id('cierre', 'closing');
export const orderId = id('pedido', 'order');

export const nombre = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed !== '' && trimmed.length <= NOMBRE_CHARS_MAX && !/\p{C}/u.test(trimmed)) {
    return trimmed;
  }
  throw new InvalidArgumentError(`must be 1 to ${NOMBRE_CHARS_MAX} characters on one line`);
};

/** A calendar month, `YYYY-MM`. */
export const month = (text: string): string => {
  if (MES.test(text)) return text;
  throw new InvalidArgumentError('must be a month such as 2026-10');
};

export const currency = (text: string): string => {
  if (/^[A-Z]{3}$/.test(text)) return text;
  throw new InvalidArgumentError(`must be three capital letters, such as EUR`);
};

export const email = (text: string): string => {
  const address = normalizeEmail(text);
  if (address !== null) return address;
  throw new InvalidArgumentError(`must be an e-mail address`);
};

/** The phone of a customer: any text with a digit, because orders hold phones in any form. */
export const phone = (text: string): string => {
  if (isContacto({ telefono: text, email: '' })) return text;
  throw new InvalidArgumentError(`must have a digit`);
};

/** The e-mail of a customer: any text, because orders hold e-mails in any form. */
export const anyEmail = (text: string): string => {
  if (isContacto({ telefono: '', email: text })) return text;
  throw new InvalidArgumentError(`must not be empty`);
};

/** Milliseconds. */
export const duration = (text: string): number => {
  const ms = durationMs(text);
  if (ms !== null && ms <= DURATION_DAYS_MAX * DAY_MS) return ms;
  throw new InvalidArgumentError(
    `must be a duration such as 30m, 24h or 7d, up to ${DURATION_DAYS_MAX}d`,
  );
};

export const instantOrNever = (text: string): number | null =>
  text === 'never' ? null : instant(text);

/** A time, or a duration before now: milliseconds since the epoch, for a given now. */
export const moment = (text: string): ((nowMs: number) => number) => {
  const agoMs = durationMs(text);
  if (agoMs !== null) return (nowMs) => nowMs - agoMs;
  const ms = instant(text, 'a duration such as 24h');
  return () => ms;
};

/** Milliseconds since the epoch. A date alone is its midnight in UTC, as in the API. */
const instant = (text: string, other = 'never'): number => {
  try {
    const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
    return Temporal.Instant.from(isDate ? `${text}T00:00Z` : text).epochMilliseconds;
  } catch {
    throw new InvalidArgumentError(
      `must be ${other} or a time such as 2027-12-31 or 2027-12-31T18:00:00+01:00`,
    );
  }
};
