import type { Begun, MotivoInactivo, Settled } from '../../../domain/webhooks/delivery.ts';
import type { Salud } from '../../../domain/webhooks/lane-health.ts';
import type { Lane, Webhook } from '../../../storage/port/webhooks.ts';
import type { Limits } from '../limits.ts';
import { fullBucket, type TokenBucket } from './token-bucket.ts';

interface Endpoint {
  salud: Salud;
  /** The endpoint has accepted something and has not failed since. */
  isProven: boolean;
  attemptsMax: number;
  ultimaEntregaMs: number | null;
  /** Why the webhook is to be turned off with the next step. */
  off: MotivoInactivo | null;
}

interface Position {
  windowEnd: number;
  head: number;
  /** The log has moved since the last step was taken, which may not have seen it. */
  hasMoved: boolean;
  recoveryEnd: number;
  proximoMs: number | null;
  resendMs: number | null;
}

/** A lane that this process holds. Only `reduce` changes it. */
export interface HeldLane {
  webhook: Webhook;
  readonly fence: number;
  readonly endpoint: Endpoint;
  readonly position: Position;
  readonly deliveries: Deliveries;
  readonly rates: { readonly catchUp: TokenBucket; readonly resends: TokenBucket };
  /** False: nothing more is begun, and the lane is given back once everything has settled. */
  isActive: boolean;
  /** Given back or taken over: nothing may be sent or stored for it any more. */
  isLost: boolean;
  /** A step or a renewal of its lease is under way. */
  isBusy: boolean;
  isStopping: boolean;
  /** By the monotonic clock: attempts must be over by then. */
  leaseUntilMs: number;
  renewedMs: number;
  /** By the same clock: after a failure, no step is taken before this. */
  restUntilMs: number;
}

export const holdLane = (
  { webhook, fence, salud, recoveryEnd, windowEnd }: Lane,
  head: number,
  limits: Limits,
  monotonicMs: number,
): HeldLane => {
  const isProven = salud.fallosSeguidos === 0 && webhook.ultimaEntregaMs !== null;
  const attemptsMax = isProven ? 2 : 1;
  return {
    webhook,
    fence,
    endpoint: { salud, isProven, attemptsMax, ultimaEntregaMs: null, off: null },
    position: { windowEnd, head, hasMoved: false, recoveryEnd, proximoMs: null, resendMs: null },
    deliveries: noDeliveries(),
    rates: {
      catchUp: fullBucket(limits.catchUpPerSecond, monotonicMs),
      resends: fullBucket(limits.resendsPerSecond, monotonicMs),
    },
    isActive: true,
    isLost: false,
    isBusy: false,
    isStopping: false,
    leaseUntilMs: 0,
    renewedMs: 0,
    restUntilMs: 0,
  };
};

/** A moment by both clocks: leases and rates use the monotonic one. */
export type Moment = { nowMs: number; monotonicMs: number };

/** The limits, and how many lanes share them. */
export type Surroundings = { limits: Limits; lanes: number };

interface Deliveries {
  /** May be sent now, each list in its order. */
  readonly retries: Begun[];
  readonly fresh: Begun[];
  readonly resends: Begun[];
  /** By order: first attempts that wait for an earlier event of the order, which may be sent or is in flight. */
  readonly behind: Map<string, Begun[]>;
  /** Orders whose first attempt failed after the last step was taken: that step may still bring later events of theirs. */
  readonly stuck: Set<string>;
  /** Sequences of first attempts that have not settled, ascending. */
  readonly unsettled: Set<number>;
  settled: Settled[];
  readonly inFlight: Record<Begun['kind'], number>;
  /** Alternates, so that neither retries nor first attempts starve. */
  retriesFirst: boolean;
}

const noDeliveries = (): Deliveries => ({
  retries: [],
  fresh: [],
  resends: [],
  settled: [],
  behind: new Map(),
  stuck: new Set(),
  unsettled: new Set(),
  inFlight: { fresh: 0, retry: 0, resend: 0 },
  retriesFirst: false,
});

export const attemptsInFlight = ({ inFlight }: Deliveries): number =>
  inFlight.fresh + inFlight.retry + inFlight.resend;

/** Everything that has not settled, sent or not. */
export const inMemory = ({ unsettled, retries, resends, inFlight }: Deliveries): number =>
  unsettled.size + retries.length + resends.length + inFlight.retry + inFlight.resend;

export const takeIn = (deliveries: Deliveries, begun: Begun): void => {
  const { retries, resends, fresh, behind, stuck, unsettled } = deliveries;
  if (begun.kind === 'retry') retries.push(begun);
  else if (begun.kind === 'resend') resends.push(begun);
  else {
    unsettled.add(begun.secuencia);
    const queue = behind.get(begun.pedidoId);
    if (stuck.has(begun.pedidoId)) putBack(deliveries, begun, null);
    else if (queue !== undefined) queue.push(begun);
    else {
      behind.set(begun.pedidoId, []);
      fresh.push(begun);
    }
  }
};

export const hasNext = (deliveries: Deliveries, resendsMax: number): boolean =>
  deliveries.retries.length + deliveries.fresh.length > 0 ||
  (deliveries.resends.length > 0 && deliveries.inFlight.resend < resendsMax);

/** The next to send: first attempts and retries in turn, re-sends when there is neither. */
export const takeNext = (deliveries: Deliveries, resendsMax: number): Begun | undefined => {
  const { retries, fresh, resends, inFlight } = deliveries;
  deliveries.retriesFirst = !deliveries.retriesFirst;
  const [first, second] = deliveries.retriesFirst ? [retries, fresh] : [fresh, retries];
  const live = first.shift() ?? second.shift();
  const next = live ?? (inFlight.resend < resendsMax ? resends.shift() : undefined);
  if (next !== undefined) inFlight[next.kind] += 1;
  return next;
};

export const settle = (deliveries: Deliveries, settled: Settled): void => {
  const { begun, estado } = settled;
  deliveries.settled.push(settled);
  if (begun.kind !== 'fresh') return;
  deliveries.unsettled.delete(begun.secuencia);
  const queue = deliveries.behind.get(begun.pedidoId) ?? [];
  const next = estado === 'pendiente' ? undefined : queue.shift();
  if (next !== undefined) {
    deliveries.fresh.push(next);
    return;
  }
  deliveries.behind.delete(begun.pedidoId);
  if (estado !== 'pendiente') return;
  deliveries.stuck.add(begun.pedidoId);
  for (const each of queue) putBack(deliveries, each, null);
};

/** Settles a delivery that is not sent after all: it is owed as before. */
const putBack = (deliveries: Deliveries, begun: Begun, proximoMs: number | null): void =>
  settle(deliveries, {
    begun,
    estado: 'pendiente',
    untried: true,
    fallos: begun.fallos,
    proximoMs,
    ultimoMs: null,
    status: null,
    fallo: null,
    duracionMs: null,
    extracto: null,
  });

export const putBackAll = (deliveries: Deliveries, nowMs: number): void => {
  for (const begun of deliveries.retries.splice(0)) putBack(deliveries, begun, begun.dueMs);
  for (const begun of deliveries.resends.splice(0)) putBack(deliveries, begun, nowMs);
  for (const begun of deliveries.fresh.splice(0)) putBack(deliveries, begun, nowMs);
};

/** Takes the outcomes to be stored. The step that stores them begins no event of a stuck order. */
export const takeSettled = (deliveries: Deliveries): Settled[] => {
  const { settled } = deliveries;
  deliveries.settled = [];
  deliveries.stuck.clear();
  return settled;
};

/** Puts back outcomes that were not stored: they go with the next step. */
export const untakeSettled = (deliveries: Deliveries, settled: readonly Settled[]): void => {
  deliveries.settled.unshift(...settled);
};
