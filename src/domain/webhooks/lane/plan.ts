import {
  type Capacity,
  type DeliveryEvent,
  eventOf,
  type LaneStep,
  NO_CAPACITY,
} from '../delivery.ts';
import { beginDue, planResends, releaseFirsts, stillOpen, waitingRow } from './open-rows.ts';
import type {
  LaneNeeds,
  LanePlan,
  LaneRows,
  LaneState,
  OpenRow,
  PlannedDelivery,
} from './state.ts';

export const needsOf = (
  lane: LaneState,
  step: LaneStep,
  orphans: readonly DeliveryEvent[],
): LaneNeeds => {
  const { total, retries, dueMs } = capacityOf(lane, step);
  const isOpen = step.settled.some(({ estado }) => estado === 'pendiente');
  const open = lane.hasOpenRows || orphans.length > 0 || isOpen;
  const orders = step.settled
    .filter(({ begun: { kind }, estado }) =>
      kind === 'fresh' ? estado === 'pendiente' : kind === 'retry',
    )
    .map(({ begun }) => begun.pedidoId);
  return {
    events: eventsNeeded(lane, step),
    open,
    due: open ? Math.min(retries, total) : 0,
    dueMs,
    orders: [...new Set([...orders, ...orphans.map(({ pedidoId }) => pedidoId)])],
    resends: open || lane.hasResends,
  };
};

/** An event becomes a waiting row if its order has an open row. When a row ends, the next of its order is released. */
export const planStep = (
  lane: LaneState,
  step: LaneStep,
  rows: LaneRows,
  nowMs: number,
): LanePlan => {
  const { fence, tipos } = lane;
  const capacity = capacityOf(lane, step);
  // Each orphan may have been sent once: its next attempt is the second.
  const orphans = rows.orphans.map((event) => waitingRow(event, 1));
  const settledRows = stillOpen(step.settled, 'live');
  const live = releaseFirsts([...rows.due, ...rows.firsts, ...settledRows, ...orphans], nowMs);
  const limit = Math.min(capacity.retries, capacity.total);
  const retries = beginDue(live.rows, 'retry', { fence, dueMs: capacity.dueMs, limit });

  const left = capacity.total - retries.length;
  const events = rows.isFull ? [] : rows.events.slice(0, Math.min(capacity.fresh, left));
  // Fewer events than were asked for: only imports, which webhooks do not get, are left up to the head.
  const isAll = events.length === rows.events.length && events.length < eventsNeeded(lane, step);
  const lastTaken = events.at(-1)?.secuencia ?? lane.windowEnd;
  const windowEnd = isAll && !rows.isFull ? Math.max(lane.head, lastTaken) : lastTaken;
  const subscribed = events.filter(({ tipo }) => tipos.includes(tipo));
  const newlyStuck = [...settledRows, ...orphans].map(({ pedidoId }) => pedidoId);
  const stuck = new Set([...rows.stuck, ...newlyStuck]);
  const isStuck = ({ pedidoId }: DeliveryEvent) => stuck.size > 0 && stuck.has(pedidoId);
  const fresh = subscribed.filter((event) => !isStuck(event)).map(firstAttempt);
  const waiting = subscribed.filter(isStuck).map((event) => waitingRow(event, 0));

  const resendLimit = Math.min(capacity.resends, left - fresh.length);
  const resends = planResends(lane, step.settled, rows.resends, { limit: resendLimit, nowMs });
  const begun = [...retries, ...fresh, ...resends.begun];
  const hasMore = capacity.fresh > 0 && windowEnd > lane.windowEnd && windowEnd < lane.head;
  return {
    opened: [...[...orphans, ...waiting].map(liveRow), ...resends.opened],
    reopened: resends.reopened,
    dueNow: [...live.released, ...resends.dueNow],
    begun,
    resend: resends.resend,
    cursor: cursorAfter(step.cursor, lane.windowEnd, windowEnd, fresh),
    windowEnd,
    active: isActive(lane, step),
    released: step.releaseIfIdle && begun.length === 0 && !hasMore,
  };
};

const eventsNeeded = (lane: LaneState, step: LaneStep): number => {
  const { fresh, total } = capacityOf(lane, step);
  return lane.head > lane.windowEnd ? Math.min(fresh, total) : 0;
};

const isActive = (lane: LaneState, step: LaneStep): boolean => lane.active && step.off === null;
const capacityOf = (lane: LaneState, step: LaneStep): Capacity =>
  isActive(lane, step) ? step.capacity : NO_CAPACITY;

const firstAttempt = (event: LaneRows['events'][number]): PlannedDelivery => ({
  ...eventOf(event),
  body: event.body,
  kind: 'fresh',
  intento: 1,
  fallos: 0,
  dueMs: 0,
});

const liveRow = (row: OpenRow) => ({ ...eventOf(row), intentos: row.intentos, reenvioId: null });

/** While the holder has unsettled events, the cursor stays before the oldest of them: all that is begun now is later. */
const cursorAfter = (
  settledTo: number,
  endBefore: number,
  windowEnd: number,
  [first]: readonly DeliveryEvent[],
): number => {
  if (settledTo < endBefore) return settledTo;
  return first === undefined ? windowEnd : first.secuencia - 1;
};
