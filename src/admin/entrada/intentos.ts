import { createHmac, timingSafeEqual } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { randomBase32 } from '../../domain/ids.ts';
import { HOUR_MS, MINUTE_MS, QUARTER_MS } from '../../domain/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { RandomBytes } from '../../platform/random.ts';
import type { IntentoBucket, IntentoStore } from '../../storage/port/panel.ts';
import { sha256Hex } from '../secrets.ts';

/** The limit of one account over all addresses is the widest, because anybody can use it up. */
const OWN_MAX = 5;
const ADDRESS_MAX = 30;
const NETWORK_MAX = 100;
const ACCOUNT_MAX = 100;
const DEVICE_MAX = 10;
/** Full buckets that are remembered; the oldest are forgotten, and the storage refuses them. */
const FULL_MAX = 10_000;

/** The bucket of one account from one address, which the right password clears. */
const ownBucket = (email: string, address: string): string =>
  `cuenta-ip:${digest(email)}:${address}`;

export const intentoBuckets = (email: string, address: string): IntentoBucket[] => [
  { clave: ownBucket(email, address), limit: OWN_MAX, windowMs: QUARTER_MS },
  { clave: `ip:${address}`, limit: ADDRESS_MAX, windowMs: QUARTER_MS },
  { clave: `red:${siteOf(address)}`, limit: NETWORK_MAX, windowMs: QUARTER_MS },
  { clave: `cuenta:${digest(email)}`, limit: ACCOUNT_MAX, windowMs: HOUR_MS },
];

/** Stored instead of the text, which may be a password typed into the wrong field. */
const digest = (email: string): string => sha256Hex(email).slice(0, 32);

/** The /48 of an IPv6 network, which one subscriber may have all of; any other address as it is. */
export const siteOf = (address: string): string => {
  const [network = ''] = address.split('/');
  if (!ipaddr.IPv6.isValid(network)) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${network}/48`)}/48`;
};

/** Who tries: an account from an address, or a device on which this account signed in before. */
interface Attempt {
  email: string;
  address: string;
  /** The device's name, if it could prove it. */
  device: string | null;
}

/** Counts attempts to sign in. A device that is known has a budget of its own: strangers cannot keep its owner out. */
export const makeIntentos = (intentos: IntentoStore, clock: Pick<Clock, 'now'>) => {
  const full = new Map<string, number>();

  const bucketsOf = ({ email, address, device }: Attempt): IntentoBucket[] =>
    device === null
      ? intentoBuckets(email, address)
      : [{ clave: `equipo:${digest(device)}`, limit: DEVICE_MAX, windowMs: QUARTER_MS }];

  const remember = (clave: string, untilMs: number): void => {
    full.delete(clave);
    full.set(clave, untilMs);
    const [oldest] = full.keys();
    if (full.size > FULL_MAX && oldest !== undefined) full.delete(oldest);
  };

  return {
    /** How long the attempt has to wait, as far as memory knows: a flood of refused ones reaches no database. */
    heldMs(attempt: Attempt): number {
      const nowMs = clock.now();
      const waits = bucketsOf(attempt).map(({ clave, windowMs }) => {
        const waitMs = (full.get(clave) ?? 0) - nowMs;
        // A clock that was set back must not hold anybody for longer than a window.
        if (waitMs > 0 && waitMs <= windowMs) return waitMs;
        full.delete(clave);
        return 0;
      });
      return Math.max(...waits);
    },
    /** To be called before the password is compared, so that simultaneous attempts count. */
    async take(attempt: Attempt): Promise<number> {
      const nowMs = clock.now();
      const { waitMs, clave } = await intentos.take(bucketsOf(attempt), nowMs);
      if (clave !== null) remember(clave, nowMs + waitMs);
      return waitMs;
    },
    /** The password was right. */
    async clear(attempt: Attempt): Promise<void> {
      const [own] = bucketsOf(attempt);
      if (own === undefined) return;
      full.delete(own.clave);
      await intentos.clear([own.clave]);
    },
  };
};

/** Deletes what no longer counts, also after a flood has ended. */
export const startIntentoSweep = (
  intentos: Pick<IntentoStore, 'sweep'>,
  clock: Pick<Clock, 'now'>,
  log: Pick<Log, 'warn'>,
): (() => void) => {
  const sweep = () =>
    intentos
      .sweep(clock.now())
      .catch((error) => log.warn({ err: error }, 'could not delete old attempts to sign in'));
  const timer = setInterval(() => void sweep(), MINUTE_MS).unref();
  return () => clearInterval(timer);
};

const DEVICE_CHARS = 26;

/** An account, with the hash of its password: a new one ends what its devices prove. */
interface Known {
  email: string;
  stored: string;
}

/** A device's name with a proof that this account signed in there. */
export const mintDevice = (account: Known, randomBytes: RandomBytes): string => {
  const name = randomBase32(randomBytes(DEVICE_CHARS));
  return `${name}.${proofOf(name, account).toString('hex')}`;
};

/** The name in a device's cookie; null unless it was minted for this account. */
export const readDevice = (cookie: string, account: Known): string | null => {
  const [, name = '', proof = ''] = /^([0-9a-z]{26})\.([0-9a-f]{64})$/.exec(cookie) ?? [];
  if (name === '') return null;
  return timingSafeEqual(Buffer.from(proof, 'hex'), proofOf(name, account)) ? name : null;
};

const proofOf = (name: string, { email, stored }: Known): Buffer =>
  createHmac('sha256', stored).update(`equipo:${name}:${email}`).digest();
