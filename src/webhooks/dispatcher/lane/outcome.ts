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
import { putBackAll, settle } from './deliveries.ts';
import type { HeldLane } from './state.ts';

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
  const { begun, outcome, random } = ended;
  const verdict = judge(outcome, { fallos: begun.fallos, nowMs, random });
  updateEndpoint(lane, verdict, ended, nowMs, attemptsMax);
  settle(lane.deliveries, {
    begun,
    untried: false,
    fallos: begun.fallos,
    proximoMs: null,
    ultimoMs: nowMs,
    ...recordOf(outcome),
    ...endingOf(verdict, ended, nowMs),
  });
  // Done after `settle`, so that it also puts back a delivery that has just become the first of its order.
  const { salud } = lane.endpoint;
  if (isClosed(lane, nowMs) || isBroken(salud)) putBackAll(lane.deliveries, nowMs);
  return verdict.kind;
};

/** Our own stop cut the attempt off: the next sender need not wait. */
const isStop = (outcome: Outcome): boolean =>
  outcome.stage !== 'after' && outcome.fallo === 'cierre';

const endingOf = (verdict: Verdict, { begun, outcome, sentMs }: Ended, nowMs: number): Ending => {
  switch (verdict.kind) {
    case 'success':
      return { estado: 'entregada' };
    case 'failure': {
      // A probe was sent before it was due, for the sake of others: its failure does not count against it.
      if (begun.dueMs > sentMs) {
        return { estado: 'pendiente', proximoMs: Math.max(begun.dueMs, nowMs) };
      }
      const fallos = begun.fallos + 1;
      if (verdict.retryAtMs === null) return { estado: 'fallida', fallos };
      return { estado: 'pendiente', fallos, proximoMs: verdict.retryAtMs };
    }
    case 'pause':
      return { estado: 'pendiente', proximoMs: verdict.untilMs };
    case 'gone':
      return { estado: 'pendiente', proximoMs: nowMs };
    case 'ours': {
      const proximoMs = isStop(outcome) ? nowMs : verdict.retryAtMs;
      return { estado: 'pendiente', untried: outcome.stage === 'before', proximoMs };
    }
  }
};

const updateEndpoint = (
  { endpoint, position }: HeldLane,
  verdict: Verdict,
  { outcome, sentMs, random }: Ended,
  nowMs: number,
  attemptsMax: number,
): void => {
  switch (verdict.kind) {
    case 'success':
      // The endpoint is back: it gets its backlog at a capped rate.
      if (isBroken(endpoint.salud) && position.head > position.hasta) {
        position.recuperaHasta = position.head;
      }
      endpoint.salud = afterSuccess(endpoint.salud);
      endpoint.ultimaEntregaMs = nowMs;
      endpoint.isProven = true;
      endpoint.attemptsMax = Math.min(endpoint.attemptsMax + 1, attemptsMax);
      return;
    case 'failure':
      if (!isOldNews(endpoint.salud, sentMs)) {
        endpoint.salud = afterFailure(endpoint.salud, nowMs, random);
      }
      endpoint.isProven = false;
      endpoint.attemptsMax = 1;
      break;
    case 'pause':
      endpoint.salud = afterPause(endpoint.salud, verdict.untilMs, nowMs);
      break;
    case 'gone':
      endpoint.off = 'respuesta_410';
      break;
    case 'ours': {
      // A pause, as our own problem may last a little longer.
      const untilMs = isStop(outcome) ? 0 : verdict.retryAtMs;
      const pausaHastaMs = Math.max(endpoint.salud.pausaHastaMs, untilMs);
      endpoint.salud = { ...endpoint.salud, pausaHastaMs };
      // Our own failure never makes an endpoint hopeless, however long its last success is ago.
      return;
    }
  }
  if (isHopeless(endpoint.salud, nowMs)) endpoint.off ??= 'sin_exito';
};
