import type { Begun, Settled } from '../../../domain/webhooks/delivery.ts';
import {
  afterFailure,
  afterPause,
  afterSuccess,
  isBroken,
  isHopeless,
  isOldNews,
} from '../../../domain/webhooks/lane-health.ts';
import type { Outcome } from '../../../domain/webhooks/outcome.ts';
import { judge, recordOf, type Verdict } from '../../../domain/webhooks/retry.ts';
import { isClosed } from './capacity.ts';
import type { HeldLane } from './state.ts';
import { putBackAll, settle } from './state.ts';

export interface Ended {
  begun: Begun;
  outcome: Outcome;
  sentMs: number;
  /** Jitter, at least 0 and less than 1: spreads out retries that would come together. */
  random: number;
}

type Ending = Pick<Settled, 'estado'> & Partial<Pick<Settled, 'untried' | 'fallos' | 'proximoMs'>>;

export const applyOutcome = (
  lane: HeldLane,
  ended: Ended,
  nowMs: number,
  attemptsMax: number,
): Verdict['kind'] => {
  const { endpoint, deliveries } = lane;
  const { begun, outcome, random } = ended;
  const verdict = judge(outcome, { fallos: begun.fallos, nowMs, random });
  settle(deliveries, {
    begun,
    untried: false,
    fallos: begun.fallos,
    proximoMs: null,
    ultimoMs: nowMs,
    ...recordOf(outcome),
    ...applyVerdict(lane, verdict, ended, nowMs, attemptsMax),
  });
  // Our own failure never makes an endpoint hopeless, however long its last success is ago.
  if (verdict.kind !== 'ours' && isHopeless(endpoint.salud, nowMs)) endpoint.off ??= 'sin_exito';
  // Done after `settle`, so that it also puts back a delivery that has just become the first of its order.
  if (isClosed(lane, nowMs) || isBroken(endpoint.salud)) putBackAll(deliveries, nowMs);
  return verdict.kind;
};

/** Tells the endpoint's health from the verdict. Returns how the delivery has ended for now. */
const applyVerdict = (
  lane: HeldLane,
  verdict: Verdict,
  { begun, outcome, sentMs, random }: Ended,
  nowMs: number,
  attemptsMax: number,
): Ending => {
  const { endpoint, position } = lane;
  switch (verdict.kind) {
    case 'success':
      // The endpoint is back: it gets its backlog at a capped rate.
      if (isBroken(endpoint.salud) && position.head > position.windowEnd) {
        position.recoveryEnd = position.head;
      }
      endpoint.salud = afterSuccess(endpoint.salud);
      endpoint.ultimaEntregaMs = nowMs;
      endpoint.isProven = true;
      endpoint.attemptsMax = Math.min(endpoint.attemptsMax + 1, attemptsMax);
      return { estado: 'entregada' };
    case 'failure': {
      if (!isOldNews(endpoint.salud, sentMs)) {
        endpoint.salud = afterFailure(endpoint.salud, nowMs, random);
      }
      endpoint.isProven = false;
      endpoint.attemptsMax = 1;
      // A probe was sent before it was due, for the sake of others: its failure does not count against it.
      if (begun.dueMs > sentMs) {
        return { estado: 'pendiente', proximoMs: Math.max(begun.dueMs, nowMs) };
      }
      const fallos = begun.fallos + 1;
      if (verdict.retryAtMs === null) return { estado: 'fallida', fallos };
      return { estado: 'pendiente', fallos, proximoMs: verdict.retryAtMs };
    }
    case 'pause':
      endpoint.salud = afterPause(endpoint.salud, verdict.untilMs, nowMs);
      return { estado: 'pendiente', proximoMs: verdict.untilMs };
    case 'gone':
      endpoint.off = 'respuesta_410';
      return { estado: 'pendiente', proximoMs: nowMs };
    case 'stale':
      return { estado: 'pendiente', untried: outcome.stage === 'before', proximoMs: nowMs };
    case 'ours': {
      // Our own stop cut the attempt off: the next sender need not wait. Any other problem may last a little longer.
      const isStop = outcome.stage !== 'after' && outcome.fallo === 'cierre';
      const proximoMs = isStop ? nowMs : verdict.retryAtMs;
      const pausedUntilMs = Math.max(endpoint.salud.pausedUntilMs, isStop ? 0 : proximoMs);
      endpoint.salud = { ...endpoint.salud, pausedUntilMs };
      return { estado: 'pendiente', untried: outcome.stage === 'before', proximoMs };
    }
  }
};
