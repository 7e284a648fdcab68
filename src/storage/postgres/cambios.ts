import type { Session, Statement } from './connection.ts';
import type { Transaction } from './transaction.ts';

/** Drawn, not counted: a server that took over without the last changes would count up to the same number again. */
const CHANGE: Statement = {
  name: 'cambios_change',
  text: `UPDATE cambios SET version = floor(random() * ${Number.MAX_SAFE_INTEGER})::bigint WHERE clase = 'llaves'`,
};
const READ: Statement = {
  name: 'cambios_read',
  text: `SELECT version FROM cambios WHERE clase = 'llaves'`,
};

/** How often is looked, while anybody asks, and how long what was seen is believed. */
const LOOK_MS = 100;
const BELIEVED_MS = 400;

/** The last statement of a transaction: until the commit, all others that change keys wait for it. */
export const noteLlavesChanged = (transaction: Transaction): void => transaction.send(CHANGE, []);

/** Stays the same for as long as no key has changed; undefined where that is not known at the moment. */
export const makeLlavesVersion = (lookups: Session, monotonicMs: () => number) => {
  let seen: { version: number | undefined; atMs: number } | null = null;
  let isLooking = false;

  const look = async (atMs: number): Promise<void> => {
    isLooking = true;
    try {
      const [row] = await lookups.rows<{ version: number }>(READ, []);
      seen = { version: row?.version, atMs };
    } catch {
      // Then nothing is known of it, and keys are read each time.
    } finally {
      isLooking = false;
    }
  };

  return (): number | undefined => {
    const nowMs = monotonicMs();
    const age = seen === null ? Number.POSITIVE_INFINITY : nowMs - seen.atMs;
    if (age >= LOOK_MS && !isLooking) void look(nowMs);
    return age < BELIEVED_MS ? seen?.version : undefined;
  };
};
