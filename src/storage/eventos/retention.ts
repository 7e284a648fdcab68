import { DAY_MS } from '../../domain/time.ts';
import { makePeriodic } from '../../platform/async/periodic.ts';
import { type Clock, makeIsSteady } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { allCuentas } from '../port/all-cuentas.ts';
import type { Store } from '../port/store.ts';

/** The first pass deletes nothing: only the second can tell that the clock is steady (`makeIsSteady`). */
const FIRST_PASS_MS = 60_000;
const PASS_MS = 30 * 60_000;
const STEP_EVENTS = 200;

interface RetentionDeps {
  store: {
    log: Pick<Store['log'], 'prune'>;
    cuentas: Pick<Store['cuentas'], 'list'>;
    webhooks: { entregas: Pick<Store['webhooks']['entregas'], 'prune' | 'pullIn'> };
  };
  clock: Clock;
  log: Log;
  /** A pass failed; the next one tries again. */
  onFailed?(): void;
  /** Events are kept for at least this long. */
  days: number;
}

/** Deletes old events, a few at a time. Any number of processes may run it: of two at the same log, one goes on to the next. */
export const makeRetention = ({ store, clock, log, days, onFailed = () => {} }: RetentionDeps) => {
  const isSteady = makeIsSteady(clock);
  const work = async (): Promise<void> => {
    try {
      await store.webhooks.entregas.pullIn(clock.now());
      const events = isSteady() ? await pass() : 0;
      if (events > 0) log.info({ events, days }, 'deleted old events');
    } catch (error) {
      onFailed();
      log.warn({ err: error }, 'could not delete old events; trying again later');
    }
  };
  const { isEnding, drain, start, stop } = makePeriodic(work, {
    firstMs: FIRST_PASS_MS,
    everyMs: PASS_MS,
  });

  /** Every restaurant once. Resolves with the number of events deleted. */
  const pass = async (): Promise<number> => {
    const beforeMs = clock.now() - days * DAY_MS;
    let total = 0;
    // The delivery log is kept as long as the events.
    await drain(() => store.webhooks.entregas.prune(beforeMs, STEP_EVENTS), STEP_EVENTS);
    for await (const { id } of allCuentas(store.cuentas)) {
      if (isEnding()) break;
      total += await drain(() => store.log.prune(id, beforeMs, STEP_EVENTS), STEP_EVENTS);
    }
    return total;
  };

  return { pass, start, stop };
};
