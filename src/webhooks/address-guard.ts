import { withTimeout } from '../platform/async/timeout.ts';
import { type AllowedRange, makeAddressClassifier } from './address-class.ts';
import type { Resolution, Resolve } from './resolve.ts';
import { readTarget, type Target, type TargetProblem } from './target.ts';

/** Guards against SSRF. Every connection asks again about its own address, so DNS rebinding gains nothing. */
export const makeAddressGuard = ({
  allowed,
  resolve,
}: {
  allowed: readonly AllowedRange[];
  resolve: Resolve;
}) => {
  const classOf = makeAddressClassifier(allowed);

  const permits = (isSecure: boolean, address: string): boolean => {
    const kind = classOf(address);
    return kind === 'allowed' || (kind === 'public' && isSecure);
  };

  return {
    permits,

    async resolve(hostname: string, isSecure: boolean): Promise<Resolution | 'forbidden'> {
      const found = await resolve(hostname);
      if (!found.ok) return found;
      const addresses = found.addresses.filter((address) => permits(isSecure, address));
      return addresses.length > 0 ? { ok: true, addresses } : 'forbidden';
    },

    /** Resolves with null if no problem is known. A name that does not resolve yet passes: deliveries check again. */
    async review(text: string): Promise<TargetProblem | null> {
      const target = readTarget(text);
      if ('problem' in target) return target;
      const found = await withinReviewTime(resolve(target.hostname));
      if (!found.ok) return target.isSecure ? null : PLAIN;
      if (found.addresses.some((address) => permits(target.isSecure, address))) return null;
      const isPlain = found.addresses.some((address) => permits(true, address));
      return isPlain ? PLAIN : forbidden(target);
    },
  };
};

export type AddressGuard = ReturnType<typeof makeAddressGuard>;

/** A person waits for the answer: a slower DNS counts as one that does not answer. */
const REVIEW_MS_MAX = 3_000;

const withinReviewTime = (resolution: Promise<Resolution>): Promise<Resolution> =>
  withTimeout(resolution, REVIEW_MS_MAX, () => new Error('DNS is too slow')).catch(() => ({
    ok: false,
    fallo: 'dns',
  }));

const PLAIN: TargetProblem = {
  problem: 'la dirección no es https',
  expected: 'una dirección https://',
};

const forbidden = ({ hostname }: Target): TargetProblem => ({
  problem: `«${hostname}» es una dirección privada o reservada`,
  expected: 'una máquina pública de internet',
});
