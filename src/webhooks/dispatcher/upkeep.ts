import type { LogStore } from '../../storage/port/log.ts';
import type { LaneKey } from '../../storage/port/webhooks.ts';
import type { LaneEvent } from './lane/reduce.ts';
import type { HeldLane } from './lane/state.ts';
import type { Limits } from './limits.ts';

interface UpkeepDeps {
  held: ReadonlySet<HeldLane>;
  limits: Limits;
  monotonicMs(): number;
  positions: LogStore['positions'];
  renew(lanes: readonly LaneKey[]): Promise<string[]>;
  tell(lane: HeldLane, event: LaneEvent): void;
  track(work: Promise<void>): void;
  onFailed(error: unknown): void;
}

/**
 * Renews the leases and reads the heads of all lanes at once: a step for each lane would be a burst of transactions
 * ahead of the endpoints that work.
 */
export const makeUpkeep = (deps: UpkeepDeps) => {
  const { held, limits, monotonicMs, positions, renew, tell, track, onFailed } = deps;
  let isReading = false;
  let isRenewing = false;

  const readLogs = async (): Promise<void> => {
    try {
      const found = await positions([...new Set(held.values().map(restaurantOf))]);
      for (const lane of held) {
        const head = found.get(restaurantOf(lane))?.secuencia ?? 0;
        if (head > lane.position.head) tell(lane, { kind: 'logMoved', head });
      }
    } catch (error) {
      onFailed(error);
    }
    isReading = false;
  };

  const renewAll = async (lanes: readonly HeldLane[], sentMonotonicMs: number): Promise<void> => {
    for (const lane of lanes) tell(lane, { kind: 'renewing' });
    let ours: ReadonlySet<string> | null = null;
    try {
      ours = new Set(await renew(lanes.map(keyOf)));
    } catch (error) {
      onFailed(error);
    }
    isRenewing = false;
    for (const lane of lanes) {
      const isOurs = ours?.has(lane.webhook.id) ?? null;
      tell(lane, { kind: 'renewed', isOurs, sentMonotonicMs });
    }
  };

  return {
    /** To be called when some log may have moved and nobody knows which. */
    readLogs(): void {
      if (isReading || held.size === 0) return;
      isReading = true;
      track(readLogs());
    },
    renewLeases(): void {
      const nowMs = monotonicMs();
      const isDue = ({ isBusy, renewedMs }: HeldLane) =>
        !isBusy && nowMs - renewedMs >= limits.renewMs;
      const due = [...held].filter(isDue);
      if (isRenewing || due.length === 0) return;
      isRenewing = true;
      track(renewAll(due, nowMs));
    },
  };
};

const restaurantOf = ({ webhook }: HeldLane): string => webhook.restauranteId;
const keyOf = ({ webhook, fence }: HeldLane): LaneKey => ({
  restauranteId: webhook.restauranteId,
  webhookId: webhook.id,
  fence,
});
