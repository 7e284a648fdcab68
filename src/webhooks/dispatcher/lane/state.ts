import type { MotivoInactivo } from '../../../domain/webhooks/delivery.ts';
import type { Salud } from '../../../domain/webhooks/lane-health.ts';
import type { Lane, Webhook } from '../../../storage/port/webhooks.ts';
import type { Limits } from '../limits.ts';
import { type Deliveries, noDeliveries } from './deliveries.ts';
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
  hasta: number;
  head: number;
  /** The log has moved since the last step was taken, which may not have seen it. */
  hasMoved: boolean;
  recuperaHasta: number;
  proximoMs: number | null;
  resendMs: number | null;
}

/** A lane that this process holds. Only `reduce` changes it. */
export interface HeldLane {
  webhook: Webhook;
  readonly turno: number;
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
  { webhook, turno, salud, recuperaHasta, hasta }: Lane,
  head: number,
  limits: Limits,
  monotonicMs: number,
): HeldLane => {
  const isProven = salud.fallosSeguidos === 0 && webhook.ultimaEntregaMs !== null;
  const attemptsMax = isProven ? 2 : 1;
  return {
    webhook,
    turno,
    endpoint: { salud, isProven, attemptsMax, ultimaEntregaMs: null, off: null },
    position: { hasta, head, hasMoved: false, recuperaHasta, proximoMs: null, resendMs: null },
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
