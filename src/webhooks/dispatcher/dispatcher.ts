import { setTimeout as delay } from 'node:timers/promises';
import { type Begun, type LaneStep, NO_CAPACITY } from '../../domain/webhooks/delivery.ts';
import type { Attempt } from '../../domain/webhooks/outcome.ts';
import type { Verdict } from '../../domain/webhooks/retry.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { makeOutageLog } from '../../platform/outage-log.ts';
import { StorageUncertainError } from '../../storage/port/errors.ts';
import type { LogStore } from '../../storage/port/log.ts';
import type { Webhook, WebhookStore } from '../../storage/port/webhooks.ts';
import { makeClaims, makeUncertain } from './claims.ts';
import { makeDebounce, makeMicrotaskDebounce } from './debounce.ts';
import { capacityOf } from './lane/capacity.ts';
import { type Effect, type LaneEvent, reduce } from './lane/reduce.ts';
import { type HeldLane, holdLane, type Moment } from './lane/state.ts';
import { CLAIMS_PER_LOOK, LIMITS, type Limits } from './limits.ts';
import { makeScheduler } from './scheduler.ts';
import { makeUpkeep } from './upkeep.ts';

export interface DispatchObserver {
  attempted(
    verdict: Verdict['kind'],
    kind: Begun['kind'],
    durationMs: number,
    webhook: Pick<Webhook, 'restauranteId' | 'id'>,
  ): void;
  /** A first attempt succeeded `latencyMs` after the event was recorded. */
  delivered(latencyMs: number): void;
}

interface DispatcherDeps {
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

type Write = { lane: HeldLane; step: LaneStep };

/** All state is on disk: any number of processes may run a dispatcher, and any of them may die. */
export const makeDispatcher = (deps: DispatcherDeps) => {
  const { store, attempt, clock, log, random, owner, observer } = deps;
  const limits: Limits = { ...LIMITS, ...deps.limits };
  const { leaseMs } = limits;
  const { lanes: storage } = store.webhooks;
  const held = new Set<HeldLane>();
  const scheduler = makeScheduler(limits, clock.monotonic);
  const shutdown = new AbortController();
  const working = new Set<Promise<void>>();
  let writes: Write[] = [];
  let isStopping = false;
  let ticker: NodeJS.Timeout | undefined;
  let unwatch: (() => void) | undefined;

  const track = (work: Promise<void>): void => {
    const tracked = work.finally(() => working.delete(tracked));
    working.add(tracked);
  };
  const moment = (): Moment => ({ nowMs: clock.now(), monotonicMs: clock.monotonic() });

  const tell = (lane: HeldLane, event: LaneEvent): void => {
    const at = moment();
    for (const effect of reduce(lane, event, at, { limits, lanes: held.size })) {
      perform(lane, effect, at);
    }
  };

  const perform = (lane: HeldLane, effect: Effect, at: Moment): void => {
    switch (effect.kind) {
      case 'send':
        void send(lane, effect.begun);
        break;
      case 'write':
        writes.push({ lane, step: effect.step });
        break;
      case 'offer':
        scheduler.offer(lane);
        break;
      case 'flush':
        flushing.within(effect.withinMs);
        break;
      case 'lost': {
        const { restauranteId } = lane.webhook;
        held.delete(lane);
        scheduler.forget(lane);
        uncertain.laneLost(lane);
        if (effect.isUncertain) uncertain.add(restauranteId);
        if (effect.asksAgain) claims.ask(restauranteId);
        break;
      }
      case 'report':
        report(lane, effect, at.nowMs);
        break;
    }
  };

  const report = (
    { webhook }: HeldLane,
    { verdict, begun, durationMs }: Extract<Effect, { kind: 'report' }>,
    nowMs: number,
  ): void => {
    observer.attempted(verdict, begun.kind, durationMs, webhook);
    if (verdict === 'success' && begun.kind === 'fresh') {
      observer.delivered(Math.max(0, nowMs - begun.creadoMs));
    }
  };

  const pump = (): void => {
    if (isStopping) return;
    for (let lane = scheduler.next(); lane !== undefined; lane = scheduler.next()) {
      tell(lane, { kind: 'turn' });
    }
  };
  /** Attempts that end together are judged first: the next ones are then signed and sent together. */
  const pumpSoon = makeMicrotaskDebounce(pump);

  const send = async (lane: HeldLane, begun: Begun): Promise<void> => {
    const end = scheduler.start(lane);
    const { webhook } = lane;
    const { eventoId: id, tipo, intento, body } = begun;
    const sentMs = clock.now();
    const outcome = await attempt({ webhook, id, tipo, intento, body }, shutdown.signal);
    end();
    tell(lane, { kind: 'attempted', begun, outcome, sentMs, random: random() });
    uncertain.attemptEnded(lane);
    pumpSoon();
  };

  const flush = (): void => {
    for (const lane of held) tell(lane, { kind: 'flush' });
    const groups = Map.groupBy(writes, ({ lane }) => lane.webhook.restauranteId);
    writes = [];
    for (const [restauranteId, group] of groups) track(advance(restauranteId, group));
  };
  const flushing = makeDebounce(flush);

  const advance = async (restauranteId: string, group: readonly Write[]): Promise<void> => {
    const { nowMs, monotonicMs: sentMonotonicMs } = moment();
    const steps = group.map(({ step }) => step);
    try {
      const advances = await storage.advance(restauranteId, { owner, leaseMs, nowMs }, steps);
      for (const [i, { lane }] of group.entries()) {
        const answer = advances[i];
        if (answer !== undefined)
          tell(lane, { kind: 'advanced', advance: answer, sentMonotonicMs });
      }
      pump();
    } catch (error) {
      const isUncertain = error instanceof StorageUncertainError;
      for (const { lane, step } of group) tell(lane, { kind: 'notStored', step, isUncertain });
      const details = { err: error, restauranteId };
      databaseFailed(details, 'could not store outcomes of webhook deliveries');
    }
  };

  const uncertain = makeUncertain({
    held,
    track,
    leaseMs,
    monotonicMs: clock.monotonic,
    strays: (known) => storage.strays(owner, known, CLAIMS_PER_LOOK),
    ask: (restauranteId) => claims.ask(restauranteId),
  });

  const outage = makeOutageLog(log, 'the database serves webhooks again');
  let failedSinceLook = false;
  const databaseFailed = (details: { err: unknown }, what: string): void => {
    failedSinceLook = true;
    uncertain.databaseFailed();
    outage.failed('warn', details, what);
  };

  const claim = async (restauranteId: string): Promise<void> => {
    const at = moment();
    const options = uncertain.claimOptions(restauranteId);
    try {
      const found = await storage.claim(
        restauranteId,
        { owner, leaseMs, nowMs: at.nowMs, ...options },
        (lane, head) => {
          if (isStopping) return NO_CAPACITY;
          const candidate = holdLane(lane, head, limits, at.monotonicMs);
          return capacityOf(candidate, at, { limits, lanes: held.size + 1 });
        },
      );
      for (const { lane, advance: answer } of found) {
        if (answer.released) continue;
        const mine = holdLane(lane, answer.head, limits, at.monotonicMs);
        held.add(mine);
        tell(mine, { kind: 'advanced', advance: answer, sentMonotonicMs: at.monotonicMs });
        if (isStopping) tell(mine, { kind: 'stop' });
      }
      pump();
    } catch (error) {
      const mayHoldLanes = options.known !== undefined || error instanceof StorageUncertainError;
      if (mayHoldLanes) uncertain.add(restauranteId);
      throw error;
    }
  };

  const claims = makeClaims({
    claim,
    track,
    onFailed: (err) => databaseFailed({ err }, 'could not claim lanes of webhooks'),
  });

  const upkeep = makeUpkeep({
    held,
    limits,
    track,
    tell,
    monotonicMs: clock.monotonic,
    positions: store.log.positions,
    renew: (lanes) => storage.renew({ owner, leaseMs }, lanes),
    onFailed: (err) => databaseFailed({ err }, 'could not look after lanes of webhooks'),
  });

  const onLogMoved = (restauranteId: string | null): void => {
    if (isStopping) return;
    if (restauranteId === null) {
      poll();
      upkeep.readLogs();
      return;
    }
    for (const lane of held) {
      if (lane.webhook.restauranteId === restauranteId)
        tell(lane, { kind: 'logMoved', head: null });
    }
    claims.ask(restauranteId);
  };

  const lookForDue = async (): Promise<string[]> => {
    const due = await storage.due(clock.now(), CLAIMS_PER_LOOK, limits.turnMs);
    // One look that succeeds does not end an outage: a full disk answers looks but fails the writes that follow.
    if (!failedSinceLook) outage.worked();
    failedSinceLook = false;
    return due;
  };

  /** Looks for due lanes and for lanes whose holder has died, and renews the leases of our own. */
  const poll = (): void => {
    if (isStopping) return;
    claims.look(lookForDue);
    uncertain.resolve();
    upkeep.renewLeases();
    flushing.within(0);
    for (const lane of held) scheduler.offer(lane);
    pump();
  };

  const isAtRest = (): boolean => working.size === 0 && scheduler.running() === 0;

  return {
    start(): void {
      unwatch = store.log.watch(onLogMoved);
      ticker = setInterval(poll, limits.pollMs);
      poll();
    },
    poll,
    load: () => ({ attempts: scheduler.running(), lanes: held.size }),
    /** For tests: nothing is under way and nothing is left to store. */
    isAtRest: () => isAtRest() && !flushing.isPlanned() && held.size === 0,
    /** Begins nothing more, lets attempts end within `drainMs`, and gives back everything unsent. */
    async stop(drainMs: number): Promise<void> {
      isStopping = true;
      unwatch?.();
      clearInterval(ticker);
      for (const lane of held) tell(lane, { kind: 'stop' });
      const cutoff = setTimeout(() => shutdown.abort(), drainMs);
      const untilMs = clock.monotonic() + drainMs + STORE_MS_MAX;
      while ((!isAtRest() || held.size > 0) && clock.monotonic() < untilMs) {
        flush();
        await delay(STOP_LOOK_MS);
      }
      clearTimeout(cutoff);
      flushing.cancel();
      shutdown.abort();
    },
  };
};

/** How often `stop` looks whether everything has ended. */
const STOP_LOOK_MS = 10;
/** How long `stop` waits for the database once the attempts have ended. */
const STORE_MS_MAX = 5_000;
