import type { Clock } from '../../../../platform/clock.ts';
import type { ReplicaObserver, ReplicaState } from '../../../port/deps.ts';
import type { Session } from '../driver/connection.ts';
import { reason } from '../driver/failures.ts';

const LOOK_MS = 1_000;
/** If the replica is further behind, nearly every fingerprint differs. */
const LAG_MS_MAX = 10_000;
/** More samples are not needed: a replica that is further behind is not used. */
const SAMPLES_MAX = 120;

const WRITTEN = `SELECT (pg_current_wal_lsn() - '0/0')::bigint AS lsn`;
/** A server that is not a standby, or no longer one, has a history of its own. */
const REPLAYED = `
  SELECT pg_is_in_recovery() AS standby,
         coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::bigint AS lsn`;

export interface ReplicaDeps {
  clock: Clock;
  observer: ReplicaObserver;
}

/** Checks every second that the replica answers, is a standby and not too far behind. */
export const watchReplica = (
  primary: Session,
  replica: Session,
  { clock, observer }: ReplicaDeps,
) => {
  const lagOf = makeLag();
  let state: ReplicaState | null = null;
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const become = (next: ReplicaState, why: string | null = null): void => {
    if (next === state) return;
    state = next;
    observer.became(next, why);
  };

  const look = async (): Promise<ReplicaState> => {
    const [[written], [replayed]] = await Promise.all([
      primary.rows<{ lsn: number }>(WRITTEN, []),
      replica.rows<{ standby: boolean; lsn: number }>(REPLAYED, []),
    ]);
    if (written === undefined || replayed === undefined) return 'away';
    if (!replayed.standby) return 'not_standby';
    const lagMs = lagOf(clock.monotonic(), written.lsn, replayed.lsn);
    observer.lagged(lagMs / 1_000);
    return lagMs > LAG_MS_MAX ? 'behind' : 'used';
  };

  const lookAgain = async (): Promise<void> => {
    try {
      become(await look());
    } catch (error) {
      // Either server did not answer, so there is nothing to compare.
      become('away', reason(error));
    }
    if (isClosed) return;
    timer = setTimeout(() => {
      looking = lookAgain();
    }, LOOK_MS);
  };
  looking = lookAgain();

  return {
    isUsable: (): boolean => state === 'used',
    /** A read failed: the replica is not used until it answers the next look. */
    failed: (error: unknown): void => become('away', reason(error)),
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await looking;
    },
  };
};

/**
 * Measures since when the replica lacks a position of the write-ahead log that the primary has written. PostgreSQL's own figure
 * grows whenever nobody writes.
 */
export const makeLag = () => {
  const missing: { atMs: number; written: number }[] = [];
  return (nowMs: number, written: number, replayed: number): number => {
    if (missing.length < SAMPLES_MAX) missing.push({ atMs: nowMs, written });
    while (missing[0] !== undefined && missing[0].written <= replayed) missing.shift();
    return missing[0] === undefined ? 0 : nowMs - missing[0].atMs;
  };
};
