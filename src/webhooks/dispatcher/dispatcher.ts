import type { Clock } from '../../clock.ts';
import { type Begun, type LaneStep, NO_CAPACITY } from '../../domain/webhooks/delivery.ts';
import type { Attempt } from '../../domain/webhooks/outcome.ts';
import type { Verdict } from '../../domain/webhooks/retry.ts';
import type { Log } from '../../log.ts';
import { StorageUncertainError } from '../../storage/port/errors.ts';
import type { LogStore } from '../../storage/port/log.ts';
import type { LaneAdvance, WebhookStore } from '../../storage/port/webhooks.ts';
import { makeBucket } from './bucket.ts';
import { makeClaims } from './claims.ts';
import { makeDoubts } from './doubts.ts';
import {
  type HeldLane,
  holdLane,
  inMemory,
  putBackAll,
  takeIn,
  takeNext,
  takeStep,
  untakeStep,
} from './lane.ts';
import { LIMITS, type Limits } from './limits.ts';
import { applyOutcome } from './outcomes.ts';
import { isClosed, isThrottled, roomOf, wantsMore, windowOf } from './room.ts';
import { makeSlots } from './slots.ts';
import { makeAfterwards, makeSoon } from './soon.ts';
import { makeUpkeep } from './upkeep.ts';

export interface DispatchObserver {
  /** An attempt has ended. */
  attempted(verdict: Verdict['kind'], kind: Begun['kind'], seconds: number): void;
  /** A first attempt succeeded, so long after the event was recorded. */
  delivered(latencySeconds: number): void;
}

export interface DispatcherDeps {
  store: { webhooks: Pick<WebhookStore, 'lanes'>; log: Pick<LogStore, 'watch' | 'positions'> };
  attempt: Attempt;
  clock: Clock;
  log: Log;
  /** At least 0, less than 1. */
  random: () => number;
  /** Names this process among those that share a database. */
  owner: string;
  observer: DispatchObserver;
  limits?: Partial<Limits>;
}

export type Dispatcher = ReturnType<typeof makeDispatcher>;

/** Sends what is owed. Everything it knows is on disk: any number may run, and any of them may die. */
export const makeDispatcher = (deps: DispatcherDeps) => {
  const { store, attempt, clock, log, random, owner, observer } = deps;
  const limits: Limits = { ...LIMITS, ...deps.limits };
  const { leaseMs } = limits;
  const { lanes: storage } = store.webhooks;
  const held = new Set<HeldLane>();
  const slots = makeSlots(limits, clock.monotonic);
  const ending = new AbortController();
  /** Steps and claims under way. */
  const working = new Set<Promise<void>>();
  let isStopping = false;
  let ticker: NodeJS.Timeout | undefined;
  let unwatch: (() => void) | undefined;

  const track = (work: Promise<void>): void => {
    const tracked = work.finally(() => working.delete(tracked));
    working.add(tracked);
  };

  const makeBuckets = () => ({
    catchUp: makeBucket(limits.catchUpPerSecond, clock.monotonic),
    resendRate: makeBucket(limits.resendsPerSecond, clock.monotonic),
  });

  const hold = (found: Awaited<ReturnType<typeof storage.claim>>, claimedMs: number): void => {
    for (const { lane, advance } of found) {
      if (advance.released) continue;
      const mine = holdLane(lane, makeBuckets());
      held.add(mine);
      renewed(mine, claimedMs);
      applyAdvance(mine, advance);
    }
    pump();
  };

  const doubts = makeDoubts({
    ...{ held, track, leaseMs, monotonicMs: clock.monotonic },
    strays: (known) => storage.strays(owner, known, claims.perLook),
    ask: (restauranteId) => claims.ask(restauranteId),
  });

  const claims = makeClaims({
    async claim(restauranteId) {
      const claimedMs = clock.monotonic();
      const nowMs = clock.now();
      const claim = { owner, leaseMs, nowMs, ...doubts.claim(restauranteId) };
      try {
        const found = await storage.claim(restauranteId, claim, (lane, head) => {
          if (isStopping) return NO_CAPACITY;
          const candidate = holdLane(lane, makeBuckets());
          candidate.head = head;
          return roomOf(candidate, limits, held.size + 1, nowMs);
        });
        hold(found, claimedMs);
      } catch (error) {
        if (claim.known !== undefined || error instanceof StorageUncertainError) {
          doubts.about(restauranteId);
        }
        throw error;
      }
    },
    track,
    onFailed(error) {
      doubts.failed();
      log.warn({ err: error }, 'could not look for what webhooks are owed');
    },
  });

  const renewed = (lane: HeldLane, atMs: number): void => {
    lane.leaseUntilMs = atMs + leaseMs;
    lane.advancedMs = atMs;
  };

  const drop = (lane: HeldLane): void => {
    held.delete(lane);
    slots.forget(lane);
    doubts.parted(lane);
  };

  const applyAdvance = (lane: HeldLane, advance: LaneAdvance): void => {
    if (advance.lost || advance.released) {
      drop(lane);
      // Whoever asked meanwhile was told that it is held.
      if (lane.hinted && !isStopping) claims.ask(lane.webhook.restauranteId);
      return;
    }
    takeIn(lane, advance);
    if (isStopping) lane.active = false;
    // Also what a step brings that was under way when the endpoint broke down, or asked for a pause.
    if (isClosed(lane, clock.now())) putBackAll(lane, clock.now());
    slots.offer(lane);
    if (lane.settled.length > 0 || inMemory(lane) === 0) flushSoon(lane, clock.now());
  };

  /** Starts attempts for as long as there is something to send and a slot for it. */
  const pump = (): void => {
    if (isStopping) return;
    for (let lane = slots.next(); lane !== undefined; lane = slots.next()) {
      const begun = takeNext(lane, limits.resends);
      if (begun === undefined) slots.forget(lane);
      else void send(lane, begun);
    }
  };

  /** All that ended together is judged first: the next ones are then signed together, and sent together. */
  const pumpSoon = makeAfterwards(pump);

  const countFlight = (lane: HeldLane, { kind }: Begun, by: 1 | -1): void => {
    lane.inFlight += by;
    if (kind !== 'fresh') lane.rowsInFlight += by;
    if (kind === 'resend') lane.resendsInFlight += by;
  };

  const send = async (lane: HeldLane, begun: Begun): Promise<void> => {
    const free = slots.take(lane);
    countFlight(lane, begun, 1);
    const { restauranteId, id: webhookId, url, secreto } = lane.webhook;
    const { eventoId: id, tipo, intento, body } = begun;
    const envio = { restauranteId, webhookId, url, secreto, id, tipo, intento, body };
    const sentMs = clock.now();
    const outcome = await attempt(envio, ending.signal);
    free();
    countFlight(lane, begun, -1);
    doubts.landed(lane);
    const nowMs = clock.now();
    const context = { sentMs, nowMs, random, perEndpoint: limits.perEndpoint };
    const verdict = applyOutcome(lane, begun, outcome, context);
    observer.attempted(verdict, begun.kind, outcome.durationMs / 1_000);
    if (verdict === 'success' && begun.kind === 'fresh') {
      observer.delivered(Math.max(0, nowMs - begun.creadoMs) / 1_000);
    }
    // Those that hang together time out together, and would be written down in one burst.
    if (verdict === 'failure') lane.restUntilMs = clock.monotonic() + limits.restMs * random();
    if (held.has(lane)) {
      slots.offer(lane);
      flushSoon(lane, nowMs);
    }
    pumpSoon();
  };

  /** One that has not proved itself sends one at a time: more at hand would be sent no sooner. */
  const isLow = (lane: HeldLane): boolean =>
    inMemory(lane) <= (lane.proven ? windowOf(lane, limits, held.size) / 2 : 0);

  /** Little left to send, or nothing at all: then what is known is written down at once. */
  const isUrgent = (lane: HeldLane, nowMs: number): boolean =>
    inMemory(lane) === 0 || (isLow(lane) && wantsMore(lane, limits, held.size, nowMs));

  const isResting = ({ salud, restUntilMs }: HeldLane): boolean =>
    !isStopping && salud.fallosSeguidos > 0 && clock.monotonic() < restUntilMs;

  const needsStep = (lane: HeldLane, nowMs: number): boolean =>
    !lane.advancing &&
    !isResting(lane) &&
    (lane.settled.length > 0 ||
      (inMemory(lane) === 0 && !isThrottled(lane, nowMs)) ||
      upkeep.isOverdue(lane) ||
      (isLow(lane) && wantsMore(lane, limits, held.size, nowMs)));

  /** One step for each lane that has something to say or to ask; a restaurant's lanes go together. */
  const flush = (): void => {
    const nowMs = clock.now();
    const groups = Map.groupBy(
      [...held].filter((lane) => needsStep(lane, nowMs)),
      ({ webhook }) => webhook.restauranteId,
    );
    for (const [restauranteId, lanes] of groups) track(advance(restauranteId, lanes));
    const isWaiting = (lane: HeldLane) => isThrottled(lane, nowMs) || isResting(lane);
    if (held.values().some(isWaiting)) flushing.within(limits.throttleMs);
  };
  const flushing = makeSoon(flush);
  const flushSoon = (lane: HeldLane, nowMs: number): void =>
    flushing.within(isUrgent(lane, nowMs) ? 0 : limits.lingerMs);

  const advance = async (restauranteId: string, lanes: readonly HeldLane[]): Promise<void> => {
    const [nowMs, startedMs] = [clock.now(), clock.monotonic()];
    const steps = lanes.map((lane) => {
      lane.advancing = true;
      return takeStep(lane, roomOf(lane, limits, held.size, nowMs), isThrottled(lane, nowMs));
    });
    try {
      const advances = await storage.advance(restauranteId, { owner, leaseMs, nowMs }, steps);
      for (const [i, lane] of lanes.entries()) {
        lane.advancing = false;
        renewed(lane, startedMs);
        const answer = advances[i];
        if (answer !== undefined) applyAdvance(lane, answer);
      }
      pump();
    } catch (error) {
      doubts.failed();
      for (const [i, lane] of lanes.entries()) notKept(lane, steps[i], error);
      log.warn({ err: error, restauranteId }, 'could not write down deliveries of webhooks');
    }
  };

  /** Tried again with the next look around; but what may have been kept is another claim's to find. */
  const notKept = (lane: HeldLane, step: LaneStep | undefined, error: unknown): void => {
    lane.advancing = false;
    if (error instanceof StorageUncertainError || step === undefined) {
      drop(lane);
      doubts.about(lane.webhook.restauranteId);
    } else untakeStep(lane, step);
  };

  const hint = (lane: HeldLane, head: number): void => {
    lane.head = Math.max(lane.head, head);
    lane.hinted = true;
    if (!lane.advancing && isUrgent(lane, clock.now())) flushing.within(0);
  };

  const onMoved = (restauranteId: string | null): void => {
    if (isStopping) return;
    if (restauranteId === null) {
      poll();
      upkeep.lookAtLogs();
      return;
    }
    for (const lane of held) {
      if (lane.webhook.restauranteId === restauranteId) hint(lane, lane.hasta + 1);
    }
    claims.ask(restauranteId);
  };

  const upkeep = makeUpkeep({
    ...{ held, limits, track, hint, monotonicMs: clock.monotonic, positions: store.log.positions },
    renew: (lanes) => storage.renew({ owner, leaseMs, nowMs: clock.now() }, lanes),
    resume(lane) {
      if (held.has(lane) && needsStep(lane, clock.now())) flushing.within(0);
    },
    onFailed(error) {
      doubts.failed();
      log.warn({ err: error }, 'could not hold on to lanes of webhooks');
    },
  });

  /** Looks around: for what is due, for lanes whose sender has died, and after our own. */
  const poll = (): void => {
    if (isStopping) return;
    claims.look(() => storage.due(clock.now(), claims.perLook));
    doubts.look();
    upkeep.renewLeases();
    flushing.within(0);
    for (const lane of held) slots.offer(lane);
    pump();
  };

  const isAtRest = (): boolean => working.size === 0 && slots.running() === 0 && claims.isIdle();

  return {
    start(): void {
      unwatch = store.log.watch(onMoved);
      ticker = setInterval(poll, limits.pollMs);
      poll();
    },
    poll,
    /** Attempts under way, and lanes that this process holds. */
    load: () => ({ attempts: slots.running(), lanes: held.size }),
    /** Nothing under way and nothing to write down: for tests. */
    isAtRest: () => isAtRest() && !flushing.isPlanned() && held.size === 0,
    /** Begins nothing more, gives what is under way so long, and gives back the rest unspent. */
    async stop(drainMs: number): Promise<void> {
      isStopping = true;
      unwatch?.();
      clearInterval(ticker);
      for (const lane of held) {
        lane.active = false;
        putBackAll(lane, clock.now());
      }
      const cutoff = setTimeout(() => ending.abort(), drainMs);
      const untilMs = clock.monotonic() + drainMs + GIVE_UP_MS;
      while ((!isAtRest() || held.size > 0) && clock.monotonic() < untilMs) {
        flush();
        await new Promise((done) => setTimeout(done, STOP_LOOK_MS));
      }
      clearTimeout(cutoff);
      flushing.cancel();
      ending.abort();
    },
  };
};

/** How often a stop looks whether all is over, and how long it waits for the database at the end. */
const STOP_LOOK_MS = 10;
const GIVE_UP_MS = 5_000;
