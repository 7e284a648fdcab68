import type { LogStore } from '../../storage/port/log.ts';
import type { LaneKey } from '../../storage/port/webhooks.ts';
import type { HeldLane } from './lane.ts';
import type { Limits } from './limits.ts';

interface UpkeepDeps {
  held: ReadonlySet<HeldLane>;
  limits: Limits;
  monotonicMs(): number;
  positions: LogStore['positions'];
  /** Holds these on; those that were. */
  renew(lanes: readonly LaneKey[]): Promise<string[]>;
  /** The log of a lane goes further than it knows. */
  hint(lane: HeldLane, head: number): void;
  /** A renewal is over, and other work of the lane may go on. */
  resume(lane: HeldLane): void;
  track(work: Promise<void>): void;
  onFailed(error: unknown): void;
}

/**
 * What has to be done for every lane that is held, done for all of them at once: a step for each would
 * make a hundred endpoints that hang a burst of a hundred transactions, before those that work.
 */
export const makeUpkeep = (deps: UpkeepDeps) => {
  const { held, limits, monotonicMs, positions, renew, hint, resume, track, onFailed } = deps;
  let isLooking = false;
  let isRenewing = false;

  const look = async (): Promise<void> => {
    try {
      const found = await positions([...new Set(held.values().map(restaurantOf))]);
      for (const lane of held) {
        const head = found.get(restaurantOf(lane))?.secuencia ?? 0;
        if (head > lane.head) hint(lane, head);
      }
    } catch (error) {
      onFailed(error);
    }
    isLooking = false;
  };

  /** No step of theirs runs meanwhile. */
  const renewAll = async (lanes: readonly HeldLane[], startedMs: number): Promise<void> => {
    for (const lane of lanes) lane.advancing = true;
    try {
      const renewed = new Set(await renew(lanes.map(heldBy)));
      for (const lane of lanes) {
        // What has become of the others, their own steps find out: at once.
        const isRenewed = renewed.has(lane.webhook.id);
        lane.advancedMs = isRenewed ? startedMs : Number.NEGATIVE_INFINITY;
        if (isRenewed) lane.leaseUntilMs = startedMs + limits.leaseMs;
      }
    } catch (error) {
      onFailed(error);
    }
    isRenewing = false;
    for (const lane of lanes) {
      lane.advancing = false;
      resume(lane);
    }
  };

  return {
    /** Somebody's log may have moved: whose? */
    lookAtLogs(): void {
      if (isLooking || held.size === 0) return;
      isLooking = true;
      track(look());
    },
    renewLeases(): void {
      const nowMs = monotonicMs();
      const isDue = ({ advancing, advancedMs }: HeldLane) =>
        !advancing && nowMs - advancedMs >= limits.renewMs;
      const due = [...held].filter(isDue);
      if (isRenewing || due.length === 0) return;
      isRenewing = true;
      track(renewAll(due, nowMs));
    },
    /** Not renewed with the others in time: then by a step of its own. */
    isOverdue: ({ advancedMs }: HeldLane): boolean =>
      monotonicMs() - advancedMs >= 2 * limits.renewMs,
  };
};

const restaurantOf = ({ webhook }: HeldLane): string => webhook.restauranteId;
const heldBy = ({ webhook, turno }: HeldLane): LaneKey => ({
  ...{ restauranteId: webhook.restauranteId, webhookId: webhook.id, turno },
});
