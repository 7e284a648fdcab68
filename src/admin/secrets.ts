import { hash } from 'node:crypto';

/**
 * All that is ever stored of a secret. A plain digest is enough: what it covers has at least 128
 * random bits, so there is nothing to guess and nothing for a slow hash to protect.
 */
export const sha256Hex = (secret: string): string => hash('sha256', secret, 'hex');

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
