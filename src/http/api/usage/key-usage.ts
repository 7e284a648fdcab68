import { utcDay } from '../../../domain/time.ts';
import { inBatches, makeGatherer } from '../../../platform/async/gatherer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { makeOutageLog } from '../../../platform/outage-log.ts';
import type { Llave, LlaveStore } from '../../../storage/port/accounts.ts';
import type { Uso, UsoStore } from '../../../storage/port/panel.ts';
import { makeTrail, type Use } from './key-trail.ts';

/** A key's last use is written at most once in this time. */
const LAST_USE_RESOLUTION_MS = 60_000;
/** Uses and counts are gathered this long and written together, so that no answer waits for a write. */
const LAST_USE_GATHER_MS = 2_000;
const COUNTS_GATHER_MS = 5_000;
/** Unstored counts that are kept in memory while the database does not answer; beyond it, counts are lost. */
const UNSTORED_MAX = 20_000;

/** Notes when each key was last used. */
export const makeLastUses = (llaves: Pick<LlaveStore, 'touch'>, log: Log) => {
  const outage = makeOutageLog(log, 'the last use of keys is stored again');
  const onFailed = (error: unknown): void =>
    outage.failed('warn', { err: error }, 'could not store the last use of a key');
  let gathered = new Map<string, number>();
  const { soon, flush } = makeGatherer(LAST_USE_GATHER_MS, async () => {
    const uses = [...gathered];
    gathered = new Map();
    await inBatches(uses, (batch) => llaves.touch(new Map(batch)).then(outage.worked, onFailed));
  });

  return {
    note(llave: Llave, nowMs: number): void {
      const { id, ultimoUsoMs } = llave;
      if (ultimoUsoMs !== null && nowMs - ultimoUsoMs < LAST_USE_RESOLUTION_MS) return;
      // The key may be a cached copy from before this use: without this, every request would be noted.
      llave.ultimoUsoMs = nowMs;
      gathered.set(id, nowMs);
      soon();
    },
    /** Resolves when every use has been stored, or could not be. */
    flush,
  };
};

export type LastUses = ReturnType<typeof makeLastUses>;

/** Counts the requests of each key per day. */
export const makeUsage = (
  usos: Pick<UsoStore, 'add' | 'addTrail'>,
  clock: Pick<Clock, 'now'>,
  log: Log,
) => {
  const trail = makeTrail(usos, clock, log);
  const outage = makeOutageLog(log, 'the counts of requests are stored again');
  /** Counted and not yet stored, by day and key. */
  let unstored = new Map<string, Uso>();

  const add = (uso: Uso): void => {
    const key = `${uso.dia} ${uso.llaveId}`;
    const known = unstored.get(key);
    if (known === undefined) {
      if (unstored.size < UNSTORED_MAX) unstored.set(key, uso);
      return;
    }
    known.peticiones += uso.peticiones;
    known.limitadas += uso.limitadas;
    known.errores += uso.errores;
  };

  const { soon, flush } = makeGatherer(COUNTS_GATHER_MS, async () => {
    const counted = [...unstored.values()];
    unstored = new Map();
    await inBatches(counted, async (batch) => {
      try {
        await usos.add(batch);
        outage.worked();
      } catch (error) {
        outage.failed('warn', { err: error }, 'could not store the counts of requests');
        for (const uso of batch) add(uso);
      }
    });
  });

  return {
    note(llave: Pick<Llave, 'id' | 'restauranteId'>, use: Use): void {
      const { id, restauranteId } = llave;
      const { status } = use;
      trail.note(llave, use);
      add({
        restauranteId,
        llaveId: id,
        dia: utcDay(clock.now()),
        peticiones: 1,
        limitadas: status === 429 ? 1 : 0,
        errores: status >= 400 && status !== 429 ? 1 : 0,
      });
      soon();
    },
    /** Resolves when all counts have been stored, or could not be. */
    async flush(): Promise<void> {
      await Promise.all([flush(), trail.flush()]);
    },
  };
};

export type Usage = ReturnType<typeof makeUsage>;
