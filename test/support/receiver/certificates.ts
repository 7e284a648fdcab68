import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * For `receptor.prueba`, signed by an authority that only these tests know and good for a hundred years;
 * `other` is for another name, `expired` ended in 2020, `self-signed` vouches for itself.
 */
type CertificateName = 'ca' | 'good' | 'other' | 'expired' | 'self-signed';

const read = (file: string): string =>
  readFileSync(join(import.meta.dirname, 'tls', `${file}.pem`), 'utf8');

export const certificate = (name: CertificateName): string => read(name);
export const KEY = read('key');
