import { hostname } from 'node:os';
import type { MintId } from '../domain/ids.ts';
import { SECOND_MS } from '../domain/time.ts';
import { makeOneAtATime } from '../platform/async/one-at-a-time.ts';
import { makePeriodic } from '../platform/async/periodic.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { makeOutageLog } from '../platform/outage-log.ts';
import type { Store } from '../storage/port/store.ts';
import { makeDatabaseWatch } from './database-watch.ts';
import { makeEvaluator } from './evaluator.ts';
import type { Source } from './source.ts';
import { makeKeySources } from './sources/keys.ts';
import { makeRestaurantSources } from './sources/restaurants.ts';
import { PROCESS_LEASE } from './sources/service.ts';
import { makeWebhookSource } from './sources/webhooks.ts';

const LOOK_MS = SECOND_MS;
const LEASE_MS = 10 * SECOND_MS;
const PROCESS_LEASE_MS = 30 * SECOND_MS;
/** A lease is renewed in time for three tries. */
const RENEWALS = 4;
const EVALUATOR_LEASE = 'health';

interface HealthDeps {
  store: Pick<Store, 'health' | 'cuentas' | 'consultas' | 'ping'>;
  clock: Clock;
  log: Log;
  mintId: MintId;
  /** Names this process among those that share a database. */
  owner: string;
  /** Conditions that other rooms know of. */
  sources: readonly Source[];
  /** Tell people and programs of stored conditions, from the process that evaluates them. */
  tellers: readonly (() => Promise<void>)[];
  calls: boolean;
  onDatabaseAnswer(): void;
}

/** Evaluates the conditions of restaurants and of the service, in one process at a time, and has them told. */
export const makeHealth = (deps: HealthDeps) => {
  const { store, clock, log, owner, tellers } = deps;
  const { health } = store;
  const database = makeDatabaseWatch(clock);
  const outage = makeOutageLog(log, 'conditions are told again');
  const oneAtATime = makeOneAtATime();
  const evaluate = makeEvaluator({
    ...deps,
    oneAtATime,
    store: health,
    database,
    sources: [
      makeWebhookSource(health),
      ...makeKeySources(health),
      ...makeRestaurantSources(store),
      ...deps.sources,
    ],
  });

  const makeLease = (name: string, leaseMs: number) => {
    let heldUntilMs = Number.NEGATIVE_INFINITY;
    return async (): Promise<boolean> => {
      const nowMs = clock.monotonic();
      if (nowMs < heldUntilMs - leaseMs + leaseMs / RENEWALS) return true;
      const isHeld = await health.hold(name, owner, leaseMs);
      heldUntilMs = isHeld ? nowMs + leaseMs : Number.NEGATIVE_INFINITY;
      return isHeld;
    };
  };
  const processName = `${PROCESS_LEASE}${hostname()}:${process.pid}`;
  const live = makeLease(processName, PROCESS_LEASE_MS);
  const isEvaluator = makeLease(EVALUATOR_LEASE, LEASE_MS);

  const ping = async (): Promise<boolean> => {
    const startMs = clock.monotonic();
    try {
      await store.ping();
    } catch {
      if (database.failed()) log.error({ kind: 'base_ausente' }, 'condition began');
      return false;
    }
    const wasAway = database.isAway();
    database.answered(clock.monotonic() - startMs);
    deps.onDatabaseAnswer();
    if (wasAway) log.warn({ kind: 'base_ausente' }, 'condition ended');
    return true;
  };

  const failed = (error: unknown): void =>
    outage.failed('warn', { err: error }, 'conditions could not be told; trying again');
  const attempt = (tell: () => Promise<void>): Promise<void> => tell().catch(failed);

  const work = async (): Promise<void> => {
    if (!(await ping())) return;
    try {
      await live();
      if (!(await isEvaluator())) return;
      await evaluate();
      for (const tell of tellers) oneAtATime.start(tell, () => attempt(tell));
      outage.worked();
    } catch (error) {
      failed(error);
    }
  };
  const { start, stop } = makePeriodic(work, { firstMs: LOOK_MS, everyMs: LOOK_MS });

  return {
    start,
    /** Whether this process finds the database away, which no store can tell. */
    isDatabaseAway: database.isAway,
    async stop(): Promise<void> {
      await stop();
      await oneAtATime.idle();
      try {
        await health.release(processName, owner);
        await health.release(EVALUATOR_LEASE, owner);
      } catch (error) {
        log.warn({ err: error }, 'could not release the leases of this process');
      }
    },
  };
};
