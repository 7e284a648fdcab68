import { TIPOS_CONDICION } from '../contract/avisos/condicion.ts';
import { kindOf } from '../domain/health/kinds.ts';
import { type Changes, compare, hasChanges, NOTHING } from '../domain/health/signals.ts';
import type { MintId } from '../domain/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../domain/time.ts';
import type { OneAtATime } from '../platform/async/one-at-a-time.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { makeOutageLog } from '../platform/outage-log.ts';
import { type Condition, type HealthStore, HISTORY_DAYS } from '../storage/port/notices/health.ts';
import type { DatabaseWatch } from './database-watch.ts';
import type { Source } from './source.ts';

interface EvaluatorDeps {
  store: HealthStore;
  clock: Clock;
  log: Log;
  mintId: MintId;
  database: DatabaseWatch;
  sources: readonly Source[];
  /** Whether the operator's webhook is to be called. */
  calls: boolean;
  oneAtATime: OneAtATime;
}

const REMINDED = TIPOS_CONDICION.filter((tipo) => kindOf(tipo).reminds);
const PRUNE_EVERY_MS = HOUR_MS;
const PRUNE_ROWS = 500;

/** Evaluates the conditions whose turn it is. One process at a time does: see `makeHealth`. */
export const makeEvaluator = (deps: EvaluatorDeps) => {
  const { store, clock, log, mintId, database, calls, oneAtATime } = deps;
  const slow: Source = {
    tipos: ['base_lenta'],
    everyMs: 10 * SECOND_MS,
    signals: async () => database.slowSignals(),
  };
  const sources = [...deps.sources, slow];
  const dueMs = new Map<Source, number>();
  const outage = makeOutageLog(log, 'all conditions are evaluated again');
  const failing = new Set<Source>();
  let remindMs = 0;
  let pruneMs = 0;

  const note = (what: string, { id, tipo, restauranteId, objeto, detalle }: Condition): void =>
    log.warn({ conditionId: id, kind: tipo, restauranteId, objeto, detalle }, what);

  const apply = async (changes: Changes): Promise<void> => {
    if (!hasChanges(changes)) return;
    const nowMs = clock.now();
    const options = { mintId: () => mintId('condicion', nowMs), calls };
    const { begun, worse, ended } = await store.apply(changes, nowMs, options);
    for (const condition of begun) note('condition began', condition);
    for (const condition of worse) note('condition got worse', condition);
    for (const condition of ended) note('condition ended', condition);
  };

  /** Conditions of kinds that nobody here gives signals of stay as they are: another version may. */
  const evaluate = async (source: Source): Promise<void> => {
    const open = await store.open(source.tipos);
    const signals = await source.signals(clock.now(), open);
    if (signals !== null) await apply(compare(open, signals));
  };

  /** An outage is stored when it is over, unless another process that saw it has done so. */
  const storeOutage = async (): Promise<void> => {
    const outage = database.takeOutage();
    if (outage === null) return;
    const { fromMs, untilMs } = outage;
    const known = await store.list(null, 50);
    const isKnown = known.some(
      ({ tipo, desdeMs, hastaMs }) =>
        tipo === 'base_ausente' && desdeMs < untilMs && (hastaMs ?? untilMs) > fromMs,
    );
    if (isKnown) return;
    const signal = {
      ...{ tipo: 'base_ausente' as const, restauranteId: null, objeto: '', nombre: '' },
      detalle: { segundos: Math.round((untilMs - fromMs) / SECOND_MS) },
      desdeMs: fromMs,
    };
    await apply({ ...NOTHING, begun: [signal] });
    const open = await store.open(['base_ausente']);
    await apply({ ...NOTHING, ended: open });
  };

  /** One source that works is no sign that the others do. */
  const attempt = async (source: Source): Promise<void> => {
    try {
      await evaluate(source);
      failing.delete(source);
      if (failing.size === 0) outage.worked();
    } catch (error) {
      failing.add(source);
      outage.failed('warn', { err: error, kinds: source.tipos }, 'conditions cannot be evaluated');
    }
  };

  return async (): Promise<void> => {
    await storeOutage();
    const atMs = clock.monotonic();
    for (const source of sources) {
      if (atMs < (dueMs.get(source) ?? 0)) continue;
      dueMs.set(source, atMs + source.everyMs);
      oneAtATime.start(source, () => attempt(source));
    }
    if (atMs >= remindMs) {
      remindMs = atMs + MINUTE_MS;
      await store.remind(REMINDED, clock.now());
    }
    if (atMs >= pruneMs) {
      pruneMs = atMs + PRUNE_EVERY_MS;
      await store.prune(clock.now() - HISTORY_DAYS * DAY_MS, PRUNE_ROWS);
    }
  };
};
