import type { Session } from '../driver/connection.ts';

/** The version is random: after a failover, a counter would repeat. To be sent last: other changes of keys wait for the commit. */
export const BUMP_LLAVES_VERSION = `
  UPDATE shared_numbers SET value = floor(random() * ${Number.MAX_SAFE_INTEGER})::bigint WHERE name = 'llaves'`;
const READ = `SELECT value AS version FROM shared_numbers WHERE name = 'llaves'`;

export const readLlavesVersion = async (lookups: Session): Promise<number | undefined> =>
  (await lookups.rows<{ version: number }>(READ, []))[0]?.version;

/** How often the version is read while anybody asks for it, and how long an answer is valid. */
const LOOK_MS = 100;
const VALID_MS = 400;

/** A version that stays the same as long as no key changes; undefined while it is not known. */
export const makeLlavesVersion = (lookups: Session, monotonicMs: () => number) => {
  let seen = { version: undefined as number | undefined, atMs: Number.NEGATIVE_INFINITY };
  let isLooking = false;

  const look = async (atMs: number): Promise<void> => {
    isLooking = true;
    try {
      seen = { version: await readLlavesVersion(lookups), atMs };
    } catch {
      // The version is unknown until a read succeeds; meanwhile every request reads its key.
    } finally {
      isLooking = false;
    }
  };

  return (): number | undefined => {
    const nowMs = monotonicMs();
    if (nowMs - seen.atMs >= LOOK_MS && !isLooking) void look(nowMs);
    return nowMs - seen.atMs < VALID_MS ? seen.version : undefined;
  };
};
