import type {
  Begun,
  Capacity,
  LaneStep,
  MotivoInactivo,
  Settled,
} from '../../domain/webhooks/delivery.ts';
import type { Salud } from '../../domain/webhooks/lane-health.ts';
import type { Lane, LaneAdvance, Webhook } from '../../storage/port/webhooks.ts';
import type { Bucket } from './bucket.ts';

/** A lane that this process holds: what it has in memory, and what is to be written down. */
export interface HeldLane {
  readonly webhook: Webhook;
  readonly turno: number;
  salud: Salud;
  recuperaHasta: number;
  /** What may be sent now, each list in its order. */
  readonly retries: Begun[];
  readonly fresh: Begun[];
  readonly resends: Begun[];
  /** First attempts behind one of the same order that is in memory. */
  readonly chains: Map<string, Begun[]>;
  /** Orders whose first attempt has failed, as long as that is not written down. */
  readonly stuck: Set<string>;
  /** First attempts that are not settled yet, ascending. */
  readonly open: Set<number>;
  settled: Settled[];
  inFlight: number;
  /** Of those, the ones that are no first attempts, and the ones that are sent again. */
  rowsInFlight: number;
  resendsInFlight: number;
  /** How many attempts may be under way. */
  limit: number;
  /** It has taken something, and has not failed since. */
  proven: boolean;
  /** Alternates, so that retries and first attempts both get on. */
  retriesTurn: boolean;
  hasta: number;
  head: number;
  proximoMs: number | null;
  resendMs: number | null;
  off: MotivoInactivo | null;
  ultimaEntregaMs: number | null;
  /** False: nothing more is to be begun; it is given back once all has ended. */
  active: boolean;
  /** It waits for its turn to send (slots.ts). */
  hasTurn: boolean;
  /** A step is under way. */
  advancing: boolean;
  /** The log has moved since the last step was begun, which may not have seen it. */
  hinted: boolean;
  /** By the monotonic clock: attempts must be over by then. */
  leaseUntilMs: number;
  advancedMs: number;
  /** By the same clock: not written down before, after a failure. */
  restUntilMs: number;
  readonly catchUp: Bucket;
  readonly resendRate: Bucket;
}

export const holdLane = (
  { webhook, turno, salud, recuperaHasta, hasta }: Lane,
  buckets: { catchUp: Bucket; resendRate: Bucket },
): HeldLane => {
  const proven = salud.fallosSeguidos === 0 && webhook.ultimaEntregaMs !== null;
  return {
    ...{ webhook, turno, salud, recuperaHasta, hasta, proven, ...buckets },
    ...{ retries: [], fresh: [], resends: [], settled: [] },
    ...{ chains: new Map(), stuck: new Set(), open: new Set() },
    ...{
      inFlight: 0,
      rowsInFlight: 0,
      resendsInFlight: 0,
      limit: proven ? 2 : 1,
      retriesTurn: false,
    },
    ...{ head: hasta, proximoMs: null, resendMs: null, off: null, ultimaEntregaMs: null },
    ...{
      active: true,
      hasTurn: false,
      advancing: false,
      hinted: false,
      leaseUntilMs: 0,
      advancedMs: 0,
    },
    restUntilMs: 0,
  };
};

export const inMemory = (lane: HeldLane): number =>
  lane.open.size + lane.retries.length + lane.resends.length + lane.rowsInFlight;

/** Takes in what a step has begun. */
export const takeIn = (lane: HeldLane, advance: LaneAdvance): void => {
  lane.hasta = advance.hasta;
  // Unless the log has moved meanwhile, the step knows better than the hint that led to it.
  lane.head = lane.hinted ? Math.max(lane.head, advance.head) : advance.head;
  lane.proximoMs = advance.proximoMs;
  lane.resendMs = advance.resendMs;
  lane.active &&= advance.active;
  for (const begun of advance.begun) {
    if (begun.kind === 'retry') lane.retries.push(begun);
    else if (begun.kind === 'resend') lane.resends.push(begun);
    else takeInFresh(lane, begun);
  }
  const fresh = advance.begun.filter(({ kind }) => kind === 'fresh').length;
  if (lane.recuperaHasta > 0) lane.catchUp.take(fresh);
  if (lane.hasta >= lane.recuperaHasta) lane.recuperaHasta = 0;
  lane.resendRate.take(advance.begun.filter(({ kind }) => kind === 'resend').length);
};

const takeInFresh = (lane: HeldLane, begun: Begun): void => {
  lane.open.add(begun.secuencia);
  const chain = lane.chains.get(begun.pedidoId);
  if (lane.stuck.has(begun.pedidoId)) putBack(lane, begun, null);
  else if (chain !== undefined) chain.push(begun);
  else {
    lane.chains.set(begun.pedidoId, []);
    lane.fresh.push(begun);
  }
};

/** The next to be sent: first attempts and retries in turn, and what is sent again when there is neither. */
export const takeNext = (lane: HeldLane, resendsMax: number): Begun | undefined => {
  lane.retriesTurn = !lane.retriesTurn;
  const [first, second] = lane.retriesTurn
    ? [lane.retries, lane.fresh]
    : [lane.fresh, lane.retries];
  const live = first.shift() ?? second.shift();
  if (live !== undefined || lane.resendsInFlight >= resendsMax) return live;
  return lane.resends.shift();
};

export const hasNext = (lane: HeldLane, resendsMax: number): boolean =>
  lane.retries.length + lane.fresh.length > 0 ||
  (lane.resends.length > 0 && lane.resendsInFlight < resendsMax);

export const settle = (lane: HeldLane, settled: Settled): void => {
  lane.settled.push(settled);
  lane.open.delete(settled.begun.secuencia);
};

/** Not sent after all: it is owed as before. */
export const putBack = (lane: HeldLane, begun: Begun, proximoMs: number | null): void =>
  settle(lane, {
    ...{ begun, estado: 'pendiente', untried: true, fallos: begun.fallos, proximoMs },
    ...{ ultimoMs: null, status: null, fallo: null, duracionMs: null, extracto: null },
  });

/** After a first attempt: what waited behind it may go, or must wait on. */
export const endChain = (lane: HeldLane, { kind, pedidoId }: Begun, isThrough: boolean): void => {
  if (kind !== 'fresh') return;
  const chain = lane.chains.get(pedidoId) ?? [];
  const next = isThrough ? chain.shift() : undefined;
  if (next !== undefined) {
    lane.fresh.push(next);
    return;
  }
  lane.chains.delete(pedidoId);
  if (isThrough) return;
  lane.stuck.add(pedidoId);
  for (const begun of chain) putBack(lane, begun, null);
};

/** Puts back all that was not sent yet. */
export const putBackAll = (lane: HeldLane, nowMs: number): void => {
  for (const begun of lane.retries.splice(0)) putBack(lane, begun, begun.dueMs);
  for (const begun of lane.resends.splice(0)) putBack(lane, begun, nowMs);
  for (const begun of lane.fresh.splice(0)) {
    putBack(lane, begun, nowMs);
    endChain(lane, begun, false);
  }
};

/** What a step of this lane says; the lane has nothing left to write down after it. */
export const takeStep = (lane: HeldLane, capacity: Capacity, isThrottled: boolean): LaneStep => {
  const { settled, off, ultimaEntregaMs } = lane;
  lane.settled = [];
  lane.stuck.clear();
  lane.hinted = false;
  const [oldest] = lane.open;
  return {
    ...{ webhookId: lane.webhook.id, turno: lane.turno, settled, off, ultimaEntregaMs, capacity },
    cursor: oldest === undefined ? lane.hasta : oldest - 1,
    recuperaHasta: lane.recuperaHasta,
    salud: lane.salud,
    releaseIfIdle: inMemory(lane) === 0 && !isThrottled,
  };
};

/** The step was not kept: its contents are to be written down with the next one. */
export const untakeStep = (lane: HeldLane, { settled }: LaneStep): void => {
  lane.settled.unshift(...settled);
  for (const { begun, estado } of settled) {
    if (begun.kind === 'fresh' && estado === 'pendiente') lane.stuck.add(begun.pedidoId);
  }
};
