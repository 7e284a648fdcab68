import type { Session, Statement } from '../driver/connection.ts';
import type { Transaction } from '../driver/transaction.ts';

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

const readVersion = async (lookups: Session): Promise<number | undefined> => {
  const [row] = await lookups.rows<{ version: number }>(READ, []);
  return row?.version;
};

/** Stays the same for as long as no key has changed; undefined where that is not known at the moment. */
export const makeLlavesVersion = (lookups: Session, monotonicMs: () => number) => {
  let seen: { version: number | undefined; atMs: number } | null = null;
  let isLooking = false;

  const look = async (atMs: number): Promise<void> => {
    isLooking = true;
    try {
      seen = { version: await readVersion(lookups), atMs };
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

const KEPT_MAX = 20_000;
const KEPT_MS = 60_000;

/**
 * What was read, by key, for as long as no key has changed, a minute at most: open streams ask for theirs again and
 * again, and to take in a thousand of them holds up everybody else for milliseconds.
 */
export const makeKeptStandings = <T>(
  lookups: Session,
  monotonicMs: () => number,
  read: (ids: readonly string[]) => Promise<Map<string, T>>,
) => {
  let kept = { version: undefined as number | undefined, sinceMs: 0, byId: new Map<string, T>() };

  return async (ids: readonly string[]): Promise<Map<string, T>> => {
    const nowMs = monotonicMs();
    const version = await readVersion(lookups);
    const isSame = version !== undefined && version === kept.version;
    const isYoung = nowMs - kept.sinceMs < KEPT_MS && kept.byId.size <= KEPT_MAX;
    if (!isSame || !isYoung) kept = { version, sinceMs: nowMs, byId: new Map() };
    // Somebody who finds another version meanwhile begins anew: what we read now goes to where we began.
    const { byId } = kept;
    const missing = ids.filter((id) => !byId.has(id));
    for (const [id, standing] of await read(missing)) byId.set(id, standing);
    return new Map(
      ids.flatMap((id) => {
        const standing = byId.get(id);
        return standing === undefined ? [] : [[id, standing] as const];
      }),
    );
  };
};
