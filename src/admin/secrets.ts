import { hash } from 'node:crypto';
import type { RandomBytes } from '../random.ts';

/**
 * All that is ever stored of a secret. A plain digest is enough: what it covers has at least 128
 * random bits, so there is nothing to guess and nothing for a slow hash to protect.
 */
export const sha256Hex = (secret: string): string => hash('sha256', secret, 'hex');

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** Tokens of the panel: of a session, and of the link with which a user chooses a password. */
export const mintPanelToken = (randomBytes: RandomBytes): string =>
  randomBytes(TOKEN_BYTES).toBase64({ alphabet: 'base64url', omitPadding: true });

export const isPanelToken = (text: string): boolean => TOKEN.test(text);
