import type { IntentoBucket } from '../storage/port/panel.ts';
import { sha256Hex } from './secrets.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/**
 * Three counts hold back guessing: of one account from one address, of one address over all accounts,
 * and of one account over all addresses. The last one is the widest, because anybody can fill it: it
 * stops a guess from a thousand machines and does not let one stranger lock the owner out.
 */
const OWN_MAX = 5;
const ADDRESS_MAX = 30;
const ACCOUNT_MAX = 100;

/** Of one account from one address: forgotten when the right password comes. */
export const ownBucket = (email: string, address: string): string =>
  `cuenta-ip:${digest(email)}:${address}`;

export const intentoBuckets = (email: string, address: string): IntentoBucket[] => [
  { clave: ownBucket(email, address), limit: OWN_MAX, windowMs: QUARTER_HOUR_MS },
  { clave: `ip:${address}`, limit: ADDRESS_MAX, windowMs: QUARTER_HOUR_MS },
  { clave: `cuenta:${digest(email)}`, limit: ACCOUNT_MAX, windowMs: HOUR_MS },
];

/** What was typed may be anything, also a password in the wrong field. */
const digest = (email: string): string => sha256Hex(email).slice(0, 32);
