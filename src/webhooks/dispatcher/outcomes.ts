import type { Begun, Settled } from '../../domain/webhooks/delivery.ts';
import {
  afterFailure,
  afterPause,
  afterSuccess,
  isBroken,
  isHopeless,
  isOldNews,
} from '../../domain/webhooks/lane-health.ts';
import type { Outcome } from '../../domain/webhooks/outcome.ts';
import { judge, recordOf, type Verdict } from '../../domain/webhooks/retry.ts';
import { endChain, type HeldLane, putBackAll, settle } from './lane.ts';

export interface OutcomeContext {
  sentMs: number;
  nowMs: number;
  random: () => number;
  perEndpoint: number;
}

/** What an attempt's end means for its delivery, its order and its endpoint. */
export const applyOutcome = (
  lane: HeldLane,
  begun: Begun,
  outcome: Outcome,
  { sentMs, nowMs, random, perEndpoint }: OutcomeContext,
): Verdict['kind'] => {
  const verdict = judge(outcome, { fallos: begun.fallos, nowMs, random });
  const end = ({
    estado,
    untried = false,
    fallos = begun.fallos,
    proximoMs = null,
  }: Pick<Settled, 'estado'> & Partial<Settled>): void => {
    const { status, fallo, duracionMs, extracto } = recordOf(outcome);
    const answer = { ultimoMs: nowMs, status, fallo, duracionMs, extracto };
    settle(lane, { begun, estado, untried, fallos, proximoMs, ...answer });
    endChain(lane, begun, estado !== 'pendiente');
  };

  switch (verdict.kind) {
    case 'success':
      // It is back: what it missed comes at a rate that it can bear.
      if (isBroken(lane.salud) && lane.head > lane.hasta) lane.recuperaHasta = lane.head;
      lane.salud = afterSuccess(lane.salud);
      lane.ultimaEntregaMs = nowMs;
      lane.proven = true;
      lane.limit = Math.min(lane.limit + 1, perEndpoint);
      end({ estado: 'entregada' });
      break;
    case 'failure': {
      if (!isOldNews(lane.salud, sentMs)) lane.salud = afterFailure(lane.salud, nowMs, random);
      lane.proven = false;
      lane.limit = 1;
      // Tried early, for the sake of others: that costs it nothing.
      const isProbe = begun.dueMs > sentMs;
      if (isProbe) end({ estado: 'pendiente', proximoMs: Math.max(begun.dueMs, nowMs) });
      else if (verdict.retryAtMs === null) end({ estado: 'fallida', fallos: begun.fallos + 1 });
      else {
        const fallos = begun.fallos + 1;
        end({ estado: 'pendiente', fallos, proximoMs: verdict.retryAtMs });
      }
      if (isBroken(lane.salud)) putBackAll(lane, nowMs);
      break;
    }
    case 'pause':
      lane.salud = afterPause(lane.salud, verdict.untilMs, nowMs);
      end({ estado: 'pendiente', proximoMs: verdict.untilMs });
      putBackAll(lane, nowMs);
      break;
    case 'gone':
      lane.off = 'respuesta_410';
      end({ estado: 'pendiente', proximoMs: nowMs });
      putBackAll(lane, nowMs);
      break;
    case 'ours': {
      // At a stop whoever comes next need not wait; otherwise what ails us may ail us a little longer.
      const isStop = outcome.stage !== 'after' && outcome.fallo === 'cierre';
      const untilMs = isStop ? nowMs : verdict.retryAtMs;
      const pausaHastaMs = Math.max(lane.salud.pausaHastaMs, isStop ? 0 : untilMs);
      lane.salud = { ...lane.salud, pausaHastaMs };
      end({ estado: 'pendiente', untried: outcome.stage === 'before', proximoMs: untilMs });
      putBackAll(lane, nowMs);
      break;
    }
  }
  if (verdict.kind !== 'success' && isHopeless(lane.salud, nowMs)) {
    lane.off ??= 'sin_exito';
    putBackAll(lane, nowMs);
  }
  return verdict.kind;
};
