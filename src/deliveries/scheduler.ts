import { planOf } from '../domain/deliveries/calendario.ts';
import type { MintId } from '../domain/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../domain/time.ts';
import { makePeriodic } from '../platform/async/periodic.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { makeOutageLog } from '../platform/outage-log.ts';
import type { Store } from '../storage/port/store.ts';
import type { AttemptRun } from './attempt.ts';

const LEASE = 'envios';
const LEASE_MS = 15 * SECOND_MS;
/** A lease is renewed in time for three tries. */
const RENEW_MS = LEASE_MS / 4;
const LOOK_MS = SECOND_MS;
/** Longer than an attempt takes. Only an attempt whose process lives and lost its way is begun again by it. */
const CLAIM_MS = 15 * MINUTE_MS;
const AT_ONCE_MAX = 3;
const PLANNED_MAX = 100;
/** After a long absence; the rest follows a second later. */
const PERIODS_MAX = 40;
const HISTORY_MS = 400 * DAY_MS;
const PRUNE_ROWS = 500;

interface SchedulerDeps {
  store: Pick<Store, 'envios' | 'health'>;
  clock: Clock;
  log: Log;
  mintId: MintId;
  /** Names this process among those that share a database. */
  owner: string;
  attempt: AttemptRun;
}

/** Owes and sends what is due. One process at a time does; another takes over within seconds when it dies. */
export const makeScheduler = ({ store, clock, log, mintId, owner, attempt }: SchedulerDeps) => {
  const { envios, health } = store;
  const outage = makeOutageLog(log, 'deliveries are planned again');
  const running = new Set<Promise<void>>();
  let renewMs = Number.NEGATIVE_INFINITY;
  let isHolder = false;
  let pruneMs = 0;

  const hold = async (): Promise<boolean> => {
    const atMs = clock.monotonic();
    if (isHolder && atMs < renewMs) return true;
    const was = isHolder;
    isHolder = await health.hold(LEASE, owner, LEASE_MS);
    renewMs = atMs + RENEW_MS;
    if (isHolder && !was) await envios.takeOver(owner, clock.now());
    return isHolder;
  };

  const plan = async (): Promise<void> => {
    const nowMs = clock.now();
    for (const envio of await envios.due(nowMs, PLANNED_MAX)) {
      const { due, ...next } = planOf(envio, envio.reloj, nowMs, PERIODS_MAX);
      const runs = due.map(({ clave, inicio, fin }) => ({
        ...{ id: mintId('ejecucion', nowMs), motivo: 'programada' as const, periodo: clave },
        ...{ inicio, fin, creadaMs: nowMs },
      }));
      await envios.plan(envio, runs, next);
    }
  };

  const begin = async (): Promise<void> => {
    const free = AT_ONCE_MAX - running.size;
    if (free <= 0) return;
    for (const run of await envios.claim(owner, clock.now(), free, CLAIM_MS)) {
      const started = attempt(run).finally(() => running.delete(started));
      running.add(started);
    }
  };

  const work = async (): Promise<void> => {
    try {
      if (!(await hold())) return;
      await plan();
      await begin();
      if (clock.monotonic() >= pruneMs) {
        pruneMs = clock.monotonic() + HOUR_MS;
        await envios.prune(clock.now() - HISTORY_MS, PRUNE_ROWS);
      }
      outage.worked();
    } catch (error) {
      outage.failed('warn', { err: error }, 'deliveries could not be planned; trying again');
    }
  };
  const { start, stop } = makePeriodic(work, { firstMs: LOOK_MS, everyMs: LOOK_MS });

  return {
    start,
    /** One look, and the attempts that it begins. */
    async runOnce(): Promise<void> {
      await work();
      await Promise.all(running);
    },
    async stop(): Promise<void> {
      await stop();
      await Promise.all(running);
      if (isHolder) await health.release(LEASE, owner).catch(() => undefined);
    },
  };
};
