import type { AllowedRange, Reach } from './ranges.ts';
import { makeReach } from './ranges.ts';
import type { Resolution, Resolve } from './resolve.ts';
import { readTarget, type Target, type TargetProblem } from './target.ts';

/**
 * Decides where deliveries may go. Creation asks early, so that a mistake shows at once; every connection
 * asks again about the very address it is made to, so that a name that changes in between gains nothing.
 */
export const makeGuard = ({
  allowed,
  resolve,
}: {
  allowed: readonly AllowedRange[];
  resolve: Resolve;
}) => {
  const reachOf = makeReach(allowed);

  const permits = (isSecure: boolean, address: string): boolean => {
    const reach: Reach = reachOf(address);
    return reach === 'allowed' || (reach === 'public' && isSecure);
  };

  return {
    permits,

    /** The addresses of a name that may be connected to. */
    async resolve(hostname: string, isSecure: boolean): Promise<Resolution | 'forbidden'> {
      const found = await resolve(hostname);
      if (!found.ok) return found;
      const addresses = found.addresses.filter((address) => permits(isSecure, address));
      return addresses.length > 0 ? { ok: true, addresses } : 'forbidden';
    },

    /**
     * What is wrong with an address that somebody wants to register; null when nothing is known to be. A
     * name that does not resolve yet is let through: deliveries will tell, and they check again.
     */
    async review(text: string): Promise<TargetProblem | null> {
      const target = readTarget(text);
      if ('problem' in target) return target;
      const found = await withinPatience(resolve(target.hostname));
      if (!found.ok) return target.isSecure ? null : PLAIN;
      if (found.addresses.some((address) => permits(target.isSecure, address))) return null;
      const isPlain = found.addresses.some((address) => permits(true, address));
      return isPlain ? PLAIN : forbidden(target);
    },
  };
};

export type Guard = ReturnType<typeof makeGuard>;

/** Somebody waits for the answer: a DNS that takes longer is as good as none. */
const PATIENCE_MS = 3_000;

const withinPatience = async (resolution: Promise<Resolution>): Promise<Resolution> => {
  const late = Promise.withResolvers<Resolution>();
  const timer = setTimeout(() => late.resolve({ ok: false, fallo: 'dns' }), PATIENCE_MS);
  try {
    return await Promise.race([resolution, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

const PLAIN: TargetProblem = {
  problem: 'la dirección no es https',
  expected: 'una dirección https://',
};

const forbidden = ({ hostname }: Target): TargetProblem => ({
  problem: `«${hostname}» es una dirección privada o reservada`,
  expected: 'una máquina pública de internet',
});
