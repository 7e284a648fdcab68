import { DAY_MS } from '../../domain/time.ts';
import { makePeriodic } from '../../platform/async/periodic.ts';
import { type Clock, makeIsSteady } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { allCuentas } from '../port/all-cuentas.ts';
import { type ForgettingDeps, forgetOrders } from './forgetting.ts';

/** The first pass forgets nothing: only the second can tell that the clock is steady (`makeIsSteady`). */
const FIRST_PASS_MS = 90_000;
const PASS_MS = 30 * 60_000;
/** Each order is an event for every stream and webhook: the first pass over years of orders must not flood them. */
const SLICE_ORDERS = 50;
const SLICE_PAUSE_MS = 1_000;
const STEP_ENTRIES = 200;

interface AgingDeps {
  store: ForgettingDeps['store'];
  clock: Clock;
  log: Log;
  /** A pass failed; the next one tries again. */
  onFailed?(): void;
  /** Customers are forgotten in orders older than this; null: never. */
  customerDays: number | null;
  /** Entries of the audit are kept this long; null: for good. */
  auditDays: number | null;
}

/**
 * Forgets the customers of old orders, and deletes old audit entries, a few at a time. Any number of processes may run it: what
 * one has forgotten, the others skip.
 */
export const makeAging = (deps: AgingDeps) => {
  const { store, clock, log, customerDays, auditDays, onFailed = () => {} } = deps;
  const isSteady = makeIsSteady(clock);
  const work = async (): Promise<void> => {
    try {
      if (!isSteady()) return;
      const { orders, entries } = await pass();
      if (orders > 0)
        log.info({ orders, days: customerDays }, 'forgot the customers of old orders');
      if (entries > 0) log.info({ entries, days: auditDays }, 'deleted old entries of the audit');
    } catch (error) {
      onFailed();
      log.warn({ err: error }, 'could not forget old customers; trying again later');
    }
  };
  const { isEnding, pause, drain, start, stop } = makePeriodic(work, {
    firstMs: FIRST_PASS_MS,
    everyMs: PASS_MS,
  });

  /** Takes some orders of each restaurant in turn, until none has old ones left: a large restaurant delays no other. */
  const forgetAged = async (beforeMs: number): Promise<number> => {
    let orders = 0;
    let isMore: boolean;
    do {
      isMore = false;
      for await (const { id } of allCuentas(store.cuentas)) {
        if (isEnding()) break;
        const aged = await store.clientes.aged(id, beforeMs, SLICE_ORDERS);
        if (aged.pedidoIds.length === 0) continue;
        orders += await forgetOrders(store, id, aged.pedidoIds, 'sistema');
        await store.clientes.agedDone(id, aged);
        if (aged.pedidoIds.length < SLICE_ORDERS) continue;
        isMore = true;
        await pause(SLICE_PAUSE_MS);
      }
    } while (isMore && !isEnding());
    return orders;
  };

  const pruneAudit = (beforeMs: number): Promise<number> =>
    drain(() => store.auditoria.prune(beforeMs, STEP_ENTRIES), STEP_ENTRIES);

  const pass = async (): Promise<{ orders: number; entries: number }> => {
    const before = (days: number) => clock.now() - days * DAY_MS;
    return {
      orders: customerDays === null ? 0 : await forgetAged(before(customerDays)),
      entries: auditDays === null ? 0 : await pruneAudit(before(auditDays)),
    };
  };

  return { pass, start, stop };
};
