import assert from 'node:assert/strict';
import type { EstadoEntrega } from '../../../src/contract/recursos/entrega.ts';
import type { TipoEvento } from '../../../src/contract/recursos/evento.ts';
import {
  attemptsOf,
  type Begun,
  type Capacity,
  type DeliveryEvent,
  eventOf,
  type LaneStep,
  type Settled,
} from '../../../src/domain/webhooks/delivery.ts';
import { needsOf, planStep } from '../../../src/domain/webhooks/lane/plan.ts';
import {
  type LanePlan,
  type LaneRows,
  type LaneState,
  OPEN_MAX,
  type OpenRow,
  RESEND_WINDOW,
} from '../../../src/domain/webhooks/lane/state.ts';
import { HEALTHY } from '../../../src/domain/webhooks/lane-health.ts';

export const SUBSCRIBED: TipoEvento = 'pedido.nuevo';

type ModelRow = OpenRow & {
  estado: EstadoEntrega;
  isLive: boolean;
  reenvioId: string | null;
};
interface Resend {
  id: string;
  posicion: number;
  hasta: number;
  opened: number;
  ended: number;
}

/** A model of a database with one lane, and of its holder's memory: it loads and stores exactly what the rule says. */
export const makeLaneModel = () => {
  const log: DeliveryEvent[] = [];
  const rows = new Map<number, ModelRow>();
  const resends: Resend[] = [];
  let [fence, cursor, windowEnd, nowMs] = [1, 0, 0, 1_000];
  let memory: Begun[] = [];
  /** By sequence, the number of the last attempt that may have been sent. */
  const sent = new Map<number, number>();

  const open = (isLive: boolean): ModelRow[] =>
    [...rows.values()]
      .filter((row) => row.estado === 'pendiente' && row.isLive === isLive)
      .sort((a, b) => a.secuencia - b.secuencia);
  const currentResend = () => resends.find((each) => each.posicion < each.hasta) ?? null;

  const load = (lane: LaneState, step: LaneStep, orphans: readonly DeliveryEvent[]): LaneRows => {
    const needs = needsOf(lane, step, orphans);
    const settled = new Set(step.settled.map(({ begun }) => begun.secuencia));
    const others = open(true).filter(({ secuencia }) => !settled.has(secuencia));
    const events = log
      .slice(windowEnd, windowEnd + needs.events)
      .map((event) => ({ ...event, body: Buffer.of(event.secuencia % 256) }));
    const isDue = (row: ModelRow) =>
      row.proximoMs !== null && row.proximoMs <= needs.dueMs && row.fence !== fence;
    const byTime = (a: OpenRow, b: OpenRow) =>
      (a.proximoMs ?? 0) - (b.proximoMs ?? 0) || a.secuencia - b.secuencia;
    const current = currentResend();
    return {
      orphans,
      events,
      stuck: new Set(needs.open ? others.map(({ pedidoId }) => pedidoId) : []),
      isFull: open(true).length >= OPEN_MAX,
      due: open(true).filter(isDue).sort(byTime).slice(0, needs.due),
      firsts: needs.orders.flatMap((order) => others.find((row) => row.pedidoId === order) ?? []),
      resends: needs.resends
        ? {
            open: open(false),
            current,
            events: log
              .slice(current?.posicion ?? 0, current?.hasta ?? 0)
              .slice(0, RESEND_WINDOW)
              .map((event) => ({ ...event, row: rows.get(event.secuencia) ?? null })),
          }
        : { open: [], current: null, events: [] },
    };
  };

  const store = (step: LaneStep, plan: LanePlan): void => {
    for (const each of step.settled) {
      const { secuencia, kind } = each.begun;
      sent.set(secuencia, attemptsOf(each));
      const { estado, fallos, proximoMs } = each;
      const known = rows.get(secuencia);
      rows.set(secuencia, {
        ...eventOf(each.begun),
        fence: 0,
        intentos: attemptsOf(each),
        fallos,
        proximoMs,
        estado,
        isLive: known?.isLive ?? true,
        reenvioId: known?.reenvioId ?? null,
      });
      const resend = resends.find(({ id }) => id === known?.reenvioId);
      if (kind === 'resend' && estado !== 'pendiente' && resend !== undefined) resend.ended += 1;
    }
    for (const row of plan.opened) {
      if (rows.has(row.secuencia)) throw new Error(`${row.secuencia} has a row already`);
      rows.set(row.secuencia, {
        ...row,
        fence: 0,
        fallos: 0,
        proximoMs: null,
        estado: 'pendiente',
        isLive: row.reenvioId === null,
      });
    }
    const change = (secuencia: number, changes: Partial<ModelRow>) => {
      const row = rows.get(secuencia);
      if (row === undefined) throw new Error(`${secuencia} has no row`);
      rows.set(secuencia, { ...row, ...changes });
    };
    const owedAgain = { estado: 'pendiente', isLive: false, fallos: 0, proximoMs: null } as const;
    for (const secuencia of plan.reopened) {
      change(secuencia, { ...owedAgain, reenvioId: plan.resend?.id ?? null });
    }
    for (const secuencia of plan.dueNow) change(secuencia, { proximoMs: nowMs });
    for (const { secuencia, kind, intento } of plan.begun) {
      if (kind !== 'fresh') change(secuencia, { fence, intentos: intento });
    }
    const resend = resends.find(({ id }) => id === plan.resend?.id);
    if (resend !== undefined && plan.resend !== null) {
      resend.posicion = plan.resend.posicion;
      resend.opened += plan.resend.opened;
    }
    cursor = plan.cursor;
    windowEnd = plan.windowEnd;
  };

  /** Carries out a step as an engine does. */
  const advance = (asked: LaneStep, orphans: readonly DeliveryEvent[] = []): LanePlan => {
    const lane: LaneState = {
      fence,
      cursor,
      windowEnd,
      head: log.length,
      tipos: [SUBSCRIBED],
      active: true,
      hasOpenRows: open(true).length + open(false).length > 0,
      hasResends: currentResend() !== null,
    };
    const plan = planStep(lane, asked, load(lane, asked, orphans), nowMs);
    store(asked, plan);
    for (const { secuencia, intento } of plan.begun) {
      assert.ok(intento > (sent.get(secuencia) ?? 0), `attempt ${intento} of ${secuencia} again`);
      sent.set(secuencia, intento);
    }
    return plan;
  };

  /** Advances the lane for a holder whose memory the model keeps. */
  const step = (
    settled: readonly Settled[],
    capacity: Capacity,
    orphans: readonly DeliveryEvent[] = [],
  ): LanePlan => {
    const ended = new Set(settled.map(({ begun }) => begun.secuencia));
    memory = memory.filter(({ secuencia }) => !ended.has(secuencia));
    const unsettled = memory.filter(({ kind }) => kind === 'fresh');
    const plan = advance(
      {
        webhookId: 'wh_1',
        fence,
        settled,
        capacity,
        salud: HEALTHY,
        off: null,
        recoveryEnd: 0,
        ultimaEntregaMs: null,
        releaseIfIdle: true,
        cursor:
          unsettled.length === 0 ? windowEnd : Math.min(...unsettled.map((e) => e.secuencia)) - 1,
      },
      orphans,
    );
    memory = [...memory, ...bodied(plan)];
    return plan;
  };

  return {
    happen(pedidoId: string, tipo: TipoEvento): void {
      const secuencia = log.length + 1;
      log.push({ secuencia, eventoId: `evt_${secuencia}`, tipo, pedidoId, creadoMs: nowMs });
    },
    /** Requests a re-send of every event since a sequence. */
    resendFrom(desde: number): void {
      const id = `rnv_${resends.length + 1}`;
      resends.push({
        id,
        posicion: Math.min(desde, windowEnd),
        hasta: windowEnd,
        opened: 0,
        ended: 0,
      });
    },
    wait(ms: number): void {
      nowMs += ms;
    },
    advance,
    step,
    /** The holder dies and loses its memory, and another process claims the lane. */
    takeOver(capacity: Capacity): LanePlan {
      const isOrphan = ({ secuencia, tipo }: DeliveryEvent) =>
        secuencia > cursor && secuencia <= windowEnd && tipo === SUBSCRIBED && !rows.has(secuencia);
      const orphans = log.filter(isOrphan);
      memory = [];
      fence += 1;
      return step([], capacity, orphans);
    },
    now: () => nowMs,
    memory: (): readonly Begun[] => memory,
    state: () => ({ log, rows, resends, cursor, windowEnd, fence }),
    open,
  };
};

/** The deliveries that a plan begins, with a body for rows, too. */
export const bodied = ({ begun }: LanePlan): Begun[] =>
  begun.map((each) => ({ ...each, body: each.body ?? Buffer.of(0) }));

export type LaneModel = ReturnType<typeof makeLaneModel>;
