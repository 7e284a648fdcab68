import { hash } from 'node:crypto';
import type { RandomBytes } from '../platform/random.ts';

/** A plain digest is enough: secrets have at least 128 random bits, which nobody can guess. */
export const sha256Hex = (secret: string): string => hash('sha256', secret, 'hex');

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

export const mintPanelToken = (randomBytes: RandomBytes): string =>
  randomBytes(TOKEN_BYTES).toBase64({ alphabet: 'base64url', omitPadding: true });

export const isPanelToken = (text: string): boolean => TOKEN.test(text);
