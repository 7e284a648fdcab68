import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * For `receptor.prueba`, signed by an authority that only these tests know and good for a hundred years;
 * `other` is for another name, `expired` ended in 2020, `self-signed` vouches for itself.
 */
type CertificateName = 'ca' | 'good' | 'other' | 'expired' | 'self-signed';

const fileOf = (name: string): string => join(import.meta.dirname, 'tls', `${name}.pem`);
const read = (name: string): string => readFileSync(fileOf(name), 'utf8');

export const certificate = (name: CertificateName): string => read(name);
export const KEY = read('key');
/** The path of the authority's certificate, for programs that take a file. */
export const AUTHORITY = fileOf('ca');
