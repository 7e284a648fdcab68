import { nearest } from '../contract/violations/nearest.ts';

const OWN_PREFIX = 'COMANDA_';
/** Shorter names are one edit away from too many that belong to other programs. */
const GUESS_CHARS_MIN = 6;
/** One edit away from ours, and in common use by other programs. */
const OTHERS = ['LOGLEVEL'];
/** Integrators set these for their command, the samples and the guides; the service ignores them. */
const INTEGRATORS = ['COMANDA_URL', 'COMANDA_KEY', 'COMANDA_DEBUG', 'COMANDA_DIR'];

/** Kubernetes puts such variables into every pod for a service called `comanda`, e.g. COMANDA_PORT=tcp://10.0.0.1:80. */
const isServiceLink = (name: string, value: string): boolean =>
  /_SERVICE_(HOST|PORT)(_|$)/.test(name) ||
  /_PORT_\d+_(TCP|UDP|SCTP)(_|$)/.test(name) ||
  /^(tcp|udp|sctp):\/\//.test(value);

/**
 * Describes the first variable that looks like a misspelt setting; null if there is none. Silently ignored, it would be noticed
 * much later, in the wrong folder or on the wrong port.
 */
export const findStray = (
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string | null => {
  // An empty value means "not set", as in a compose file that hands every setting on: it must not hide a misspelt one.
  const unset = known.filter((name) => (env[name] ?? '') === '');
  for (const name of Object.keys(env).sort()) {
    if (known.includes(name) || INTEGRATORS.includes(name)) continue;
    if (name.startsWith(OWN_PREFIX)) {
      if (isServiceLink(name, env[name] ?? '')) continue;
      const meant = nearest(name.slice(OWN_PREFIX.length), known, 1);
      const advice = meant === undefined ? `allowed are ${known.join(', ')}` : `use ${meant}`;
      return `unknown variable ${name}; the variables of comanda have no prefix: ${advice}`;
    }
    if (name.length < GUESS_CHARS_MIN || OTHERS.includes(name)) continue;
    const meant = nearest(name, unset, 1);
    if (meant !== undefined) {
      return `unknown variable ${name}; did you mean ${meant}? If it is for another program, unset it here`;
    }
  }
  return null;
};
